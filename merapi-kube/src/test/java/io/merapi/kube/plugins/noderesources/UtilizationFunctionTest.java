package io.merapi.kube.plugins.noderesources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.merapi.kube.configuration.ShapePoint;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UtilizationFunctionTest {

  private final UtilizationFunction hill =
      new UtilizationFunction(
          List.of(new ShapePoint(20, 1), new ShapePoint(50, 10), new ShapePoint(80, 3)));

  @ParameterizedTest(name = "{0} % scores {1}")
  @CsvSource({"0, 10", "20, 10", "21, 13", "35, 55", "50, 100", "51, 98", "80, 30", "100, 30"})
  void goesStraightFromPointToPointAndIsFlatOutside(long percent, long score) {
    assertThat(hill.score(percent)).isEqualTo(score);
  }

  @Test
  void isConstantWithOnePoint() {
    var flat = new UtilizationFunction(List.of(new ShapePoint(50, 7)));
    assertThat(flat.score(0)).isEqualTo(70);
    assertThat(flat.score(100)).isEqualTo(70);
  }

  @Test
  void refusesAShapeWithoutPoints() {
    assertThatIllegalArgumentException().isThrownBy(() -> new UtilizationFunction(List.of()));
  }
}
