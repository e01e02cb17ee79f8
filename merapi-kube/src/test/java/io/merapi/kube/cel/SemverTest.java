package io.merapi.kube.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SemverTest {

  @Test
  void ordersVersionsAsTheStandardSays() {
    List<String> ascending =
        List.of(
            "1.0.0-alpha",
            "1.0.0-alpha.1",
            "1.0.0-alpha.beta",
            "1.0.0-beta",
            "1.0.0-beta.2",
            "1.0.0-beta.11",
            "1.0.0-rc.1",
            "1.0.0",
            "1.0.1",
            "1.2.0",
            "2.0.0",
            "10.0.0");
    var sorted = new ArrayList<>(ascending);
    Collections.reverse(sorted);
    sorted.sort((one, other) -> Semver.parse(one).compareTo(Semver.parse(other)));

    assertThat(sorted).isEqualTo(ascending);
  }

  @Test
  void buildMetadataMakesNoDifference() {
    assertThat(Semver.parse("1.2.3+build.5"))
        .isEqualTo(Semver.parse("1.2.3"))
        .hasSameHashCodeAs(Semver.parse("1.2.3"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1",
        "1.2",
        "v1.2.3",
        "1.02.3",
        "1.2.3-",
        "1.2.3-01",
        "1.2.3+",
        "1.2.x",
        "99999999999999999999.0.0",
        "1.2.3-a_b"
      })
  void refusesWhatIsNoVersion(String text) {
    assertThatThrownBy(() -> Semver.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({"v1.2.3, 1.2.3", "1, 1.0.0", "1.2, 1.2.0", "01.002.0003, 1.2.3", "1.00.0, 1.0.0"})
  void canBeLenient(String text, String version) {
    assertThat(Semver.parse(text, true)).isEqualTo(Semver.parse(version));
  }

  @Test
  void aShortVersionHasNoPreRelease() {
    assertThatThrownBy(() -> Semver.parse("1.2-rc1", true))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
