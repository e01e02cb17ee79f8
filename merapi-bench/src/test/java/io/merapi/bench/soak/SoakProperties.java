package io.merapi.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Deciding from memory is deciding from the definition, in a hundred random histories of each
 * layer; {@code merapi soak} runs as many as wanted.
 */
class SoakProperties {

  private static final int HISTORIES = 100;

  @ParameterizedTest
  @EnumSource(Layer.class)
  void whatIsRememberedDecidesAsTheDefinitionDoes(Layer layer) {
    var told = new StringWriter();
    boolean well = new Soak(layer, new PrintWriter(told)).run(1, (long) HISTORIES * Soak.STEPS);
    assertThat(well).as(told.toString()).isTrue();
    assertThat(told.toString()).contains("decisions compared, no difference");
  }
}
