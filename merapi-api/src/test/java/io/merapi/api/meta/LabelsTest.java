package io.merapi.api.meta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LabelsTest {

  @Test
  void keepsKeysInOrderWhateverTheOrderOfTheSource() {
    Labels labels = Labels.of("zone", "a", "app", "web", "tier", "front");
    assertThat(labels.key(0)).isEqualTo("app");
    assertThat(labels.value(0)).isEqualTo("web");
    assertThat(labels).extracting(Map.Entry::getKey).containsExactly("app", "tier", "zone");
    assertThat(labels).isEqualTo(Labels.of("app", "web", "tier", "front", "zone", "a"));
  }

  @Test
  void anEmptyValueIsPresent() {
    Labels labels = Labels.of("gpu", "");
    assertThat(labels.has("gpu")).isTrue();
    assertThat(labels.get("cpu")).isNull();
    assertThat(labels.getOrDefault("cpu", "none")).isEqualTo("none");
  }

  @Test
  void aKeyWithoutValueIsRefused() {
    assertThatThrownBy(() -> Labels.of("app", "web", "tier"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("(3)");
  }

  @Test
  void behavesLikeTheMapItWasMadeFrom() {
    var random = new Random(1);
    for (int round = 0; round < 500; round++) {
      var map = new HashMap<String, String>();
      for (int i = random.nextInt(12); i > 0; i--) {
        map.put("k" + random.nextInt(20), "v" + random.nextInt(5));
      }
      Labels labels = Labels.of(map);
      for (int i = 0; i < 20; i++) {
        assertThat(labels.get("k" + i)).isEqualTo(map.get("k" + i));
      }
      assertThat(labels.toMap()).isEqualTo(map);
      assertThat(labels).isEqualTo(Labels.of(map)).hasSameHashCodeAs(Labels.of(map));
    }
  }
}
