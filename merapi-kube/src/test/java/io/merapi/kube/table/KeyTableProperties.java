package io.merapi.kube.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class KeyTableProperties {

  private static final int STEPS = 20_000;

  /** Few enough that most are put in and taken out many times, and the table is crowded. */
  private static final int KEYS = 200;

  @Test
  void holdsWhatAMapHoldsWhateverComesAndGoes() {
    var random = new Random(7);
    var table = new KeyTable<Thing>(Thing::key);
    var map = new HashMap<String, Thing>();
    for (int step = 0; step < STEPS; step++) {
      String key = "thing-" + random.nextInt(KEYS);
      if (random.nextBoolean()) {
        var thing = new Thing(key, step);
        table.put(thing);
        map.put(key, thing);
      } else {
        assertThat(table.remove(key)).isEqualTo(map.remove(key));
      }
      assertThat(table.size()).isEqualTo(map.size());
      if (step % 100 == 0) {
        assertThat(contents(table)).isEqualTo(map);
      }
    }
    for (int i = 0; i < KEYS; i++) {
      assertThat(table.get("thing-" + i)).isEqualTo(map.get("thing-" + i));
      assertThat(table.remove("thing-" + i)).isEqualTo(map.remove("thing-" + i));
      assertThat(contents(table)).isEqualTo(map);
    }
  }

  @Test
  void tellsKeysOfTheSameHashApart() {
    var table = new KeyTable<Thing>(Thing::key);
    // The last has the hash 0.
    List<String> keys = List.of("AaAa", "AaBB", "BBAa", "BBBB", "");
    keys.forEach(key -> table.put(new Thing(key, 1)));
    table.put(new Thing("BBAa", 2));
    assertThat(table.remove("AaBB")).isEqualTo(new Thing("AaBB", 1));
    assertThat(table.get("AaBB")).isNull();
    assertThat(table.stream())
        .containsExactlyInAnyOrder(
            new Thing("AaAa", 1), new Thing("BBAa", 2), new Thing("BBBB", 1), new Thing("", 1));
    assertThat(keys).filteredOn(key -> table.get(key) != null).hasSize(table.size());
  }

  private static Map<String, Thing> contents(KeyTable<Thing> table) {
    return table.stream().collect(Collectors.toMap(Thing::key, thing -> thing));
  }

  private record Thing(String key, int version) {}
}
