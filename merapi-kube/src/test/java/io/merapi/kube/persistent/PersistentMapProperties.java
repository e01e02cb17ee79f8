package io.merapi.kube.persistent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PersistentMapProperties {

  private static final int ROUNDS = 200;

  /** How many different hashes the keys have: from one bucket to almost none shared. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 40, 1_000_000})
  void holdsWhatPlainMapHoldsAndKeepsEarlierMapsAsTheyWere(int hashes) {
    for (int seed = 0; seed < ROUNDS; seed++) {
      var random = new Random(seed);
      var map = PersistentMap.<Key, String>empty();
      var plain = new TreeMap<Key, String>();
      var history = new ArrayList<PersistentMap<Key, String>>();
      var plainHistory = new ArrayList<Map<Key, String>>();
      for (int step = 0; step < 60; step++) {
        Key key = key(random, hashes);
        if (random.nextInt(3) == 0) {
          map = map.without(key);
          plain.remove(key);
        } else {
          map = map.with(key, "value-" + step);
          plain.put(key, "value-" + step);
        }
        assertThat(map.get(key)).isEqualTo(plain.get(key));
        history.add(map);
        plainHistory.add(new TreeMap<>(plain));
      }
      for (int i = 0; i < history.size(); i++) {
        assertThat(content(history.get(i))).isEqualTo(plainHistory.get(i));
        assertThat(history.get(i).size()).isEqualTo(plainHistory.get(i).size());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 40, 1_000_000})
  void mapsNeverChangeOnceTheirEditHasEnded(int hashes) {
    for (int seed = 0; seed < ROUNDS; seed++) {
      var random = new Random(seed);
      var map = PersistentMap.<Key, String>empty();
      var plain = new TreeMap<Key, String>();
      var history = new ArrayList<PersistentMap<Key, String>>();
      var plainHistory = new ArrayList<Map<Key, String>>();
      var edit = new Edit();
      for (int step = 0; step < 120; step++) {
        Key key = key(random, hashes);
        if (random.nextInt(3) == 0) {
          map = map.without(key, edit);
          plain.remove(key);
        } else {
          map = map.with(key, "value-" + step, edit);
          plain.put(key, "value-" + step);
        }
        assertThat(map.get(key)).isEqualTo(plain.get(key));
        if (random.nextInt(8) == 0) {
          history.add(map);
          plainHistory.add(new TreeMap<>(plain));
          edit = new Edit();
        }
      }
      for (int i = 0; i < history.size(); i++) {
        assertThat(content(history.get(i))).isEqualTo(plainHistory.get(i));
        assertThat(history.get(i).size()).isEqualTo(plainHistory.get(i).size());
        assertThat(history.get(i)).isEqualTo(build(plainHistory.get(i)));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 40, 1_000_000})
  void orderAndEqualityDependOnContentAlone(int hashes) {
    for (int seed = 0; seed < ROUNDS; seed++) {
      var random = new Random(seed);
      var entries = new TreeMap<Key, String>();
      for (int i = 0; i < 50; i++) {
        entries.put(key(random, hashes), "v" + i);
      }
      var keys = new ArrayList<>(entries.keySet());
      var ascending = build(keys, entries);
      Collections.shuffle(keys, random);
      var shuffled = build(keys, entries);
      // Keys that come and go must leave no trace.
      for (int i = 0; i < 20; i++) {
        Key passing = new Key("passing-" + i, random.nextInt(hashes));
        shuffled = shuffled.with(passing, "x");
      }
      for (Key key : keys(shuffled)) {
        shuffled = key.name.startsWith("passing") ? shuffled.without(key) : shuffled;
      }
      assertThat(keys(shuffled)).isEqualTo(keys(ascending));
      assertThat(shuffled).isEqualTo(ascending).hasSameHashCodeAs(ascending);
      assertThat(shuffled.with(keys.getFirst(), "other")).isNotEqualTo(ascending);
      assertThat(shuffled.without(keys.getFirst())).isNotEqualTo(ascending);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 40, 1_000_000})
  void changesAreExactlyTheKeysThatDiffer(int hashes) {
    for (int seed = 0; seed < ROUNDS; seed++) {
      var random = new Random(seed);
      var before = random(random, PersistentMap.empty(), hashes, 40);
      var after = random(random, before, hashes, random.nextInt(60));
      var told = new TreeMap<Key, List<@Nullable String>>();
      after.forEachChange(
          before,
          (key, old, now) ->
              assertThat(told.put(key, Collections.unmodifiableList(pair(old, now)))).isNull());
      assertThat(told).isEqualTo(difference(content(before), content(after)));
    }
  }

  private static Map<Key, List<@Nullable String>> difference(
      Map<Key, String> before, Map<Key, String> after) {
    var keys = new HashMap<>(before);
    keys.putAll(after);
    var difference = new TreeMap<Key, List<@Nullable String>>();
    for (Key key : keys.keySet()) {
      String old = before.get(key);
      String now = after.get(key);
      if (!Objects.equals(old, now)) {
        difference.put(key, pair(old, now));
      }
    }
    return difference;
  }

  private static List<@Nullable String> pair(@Nullable String old, @Nullable String now) {
    var pair = new ArrayList<@Nullable String>();
    pair.add(old);
    pair.add(now);
    return pair;
  }

  private static PersistentMap<Key, String> random(
      Random random, PersistentMap<Key, String> start, int hashes, int steps) {
    var map = start;
    for (int i = 0; i < steps; i++) {
      Key key = key(random, hashes);
      map = random.nextInt(3) == 0 ? map.without(key) : map.with(key, "value-" + random.nextInt());
    }
    return map;
  }

  private static PersistentMap<Key, String> build(Map<Key, String> entries) {
    return build(List.copyOf(entries.keySet()), entries);
  }

  private static PersistentMap<Key, String> build(List<Key> keys, Map<Key, String> entries) {
    var map = PersistentMap.<Key, String>empty();
    for (Key key : keys) {
      map = map.with(key, Objects.requireNonNull(entries.get(key)));
    }
    return map;
  }

  private static Map<Key, String> content(PersistentMap<Key, String> map) {
    var content = new TreeMap<Key, String>();
    map.forEach(content::put);
    return content;
  }

  private static List<Key> keys(PersistentMap<Key, String> map) {
    var keys = new ArrayList<Key>();
    map.forEach((key, _) -> keys.add(key));
    return keys;
  }

  private static Key key(Random random, int hashes) {
    int number = random.nextInt(50);
    return new Key("key-" + number, number % hashes);
  }

  /** A key whose hash the test chooses. */
  private record Key(String name, int hash) implements Comparable<Key> {

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key that && name.equals(that.name);
    }

    @Override
    public int compareTo(Key other) {
      return name.compareTo(other.name);
    }
  }
}
