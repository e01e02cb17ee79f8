package io.merapi.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GoldenVectorsTest {

  @ParameterizedTest
  @EnumSource
  void handsOnEveryVectorWithItsWholeText(GoldenVectors layer) {
    var texts = new HashMap<String, String>();

    layer.forEach((name, json) -> texts.put(name, new String(json, StandardCharsets.UTF_8)));

    assertThat(texts).hasSizeGreaterThan(1_000);
    assertThat(texts.keySet()).allMatch(name -> name.matches("[^/]+/[^/]+\\.json"));
    assertThat(texts.values()).allMatch(text -> text.startsWith("{") && text.strip().endsWith("}"));
  }
}
