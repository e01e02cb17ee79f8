package io.merapi.config.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every kind: nothing is lost, nothing but the fields that are named is read. */
class KindFormatsTest {

  /** Objects used as maps: there, a key with null is not the same as no key. */
  private static final Set<String> MAPS =
      Set.of(
          "labels",
          "annotations",
          "matchLabels",
          "parameters",
          "minTaskMember",
          "disruptedPods",
          "policies",
          "resReserved",
          "numares",
          "cpuDetail",
          "allocations",
          "attributes",
          "counters",
          "nodeAllocatableResourceMappings",
          "consumedCapacity",
          "requests",
          "capacity",
          "hard",
          "used",
          "minResources",
          "capability",
          "deserved",
          "resource",
          "allocated");

  static Set<ObjectKind> kinds() {
    return KindSamples.KINDS;
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void writingAndReadingGivesAnEqualFact(ObjectKind kind) {
    ClusterObject fact = KindFormats.read(kind, KindSamples.json(kind));

    assertThat(KindFormats.read(kind, KindFormats.write(fact))).isEqualTo(fact);
    assertThat(fact.kind()).isEqualTo(kind);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void writingLosesNothingThatTheSampleSays(ObjectKind kind) {
    ClusterObject fact = KindFormats.read(kind, KindSamples.json(kind));

    Object sample = withoutIgnored(JsonTree.parse(KindSamples.json(kind)));

    assertThat(JsonTree.parse(KindFormats.write(fact))).isEqualTo(sample);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void anEmptyObjectIsAFactThatCanBeWrittenAndRead(ObjectKind kind) {
    ClusterObject fact = KindFormats.read(kind, "{}");

    assertThat(KindFormats.read(kind, KindFormats.write(fact))).isEqualTo(fact);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void everyFieldOfTheSampleIsReadUnlessItsNameSaysOtherwise(ObjectKind kind) {
    ClusterObject whole = KindFormats.read(kind, KindSamples.json(kind));

    forEachPlace(
        kind,
        (place, sample) -> {
          place.remove();
          ClusterObject less = KindFormats.read(kind, JsonTree.text(sample.get()));
          if (place.path().contains("ignored")) {
            assertThat(less).as(place.path()).isEqualTo(whole);
          } else {
            assertThat(less).as(place.path()).isNotEqualTo(whole);
          }
        });
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void nullStandsForAbsence(ObjectKind kind) {
    forEachPlace(
        kind,
        (place, sample) -> {
          place.set(null);
          ClusterObject withNull = KindFormats.read(kind, JsonTree.text(sample.get()));
          if (place.isField()) {
            place.remove();
            assertThat(withNull)
                .as(place.path())
                .isEqualTo(KindFormats.read(kind, JsonTree.text(sample.get())));
          }
        });
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void anythingElseInAFieldIsReportedWithItsPath(ObjectKind kind) {
    forEachPlace(
        kind,
        (place, sample) -> {
          if (place.path().contains("ignored")) {
            return;
          }
          // No field takes a list of lists.
          place.set(List.of(List.of()));
          assertThatThrownBy(() -> KindFormats.read(kind, JsonTree.text(sample.get())))
              .as(place.path())
              .isInstanceOfSatisfying(
                  MalformedObjectException.class,
                  problem -> assertThat(problem.path()).startsWith(place.path()));
        });
  }

  @Test
  void aTextThatIsNoneOfTheAcceptedOnesIsReportedWithThem() {
    assertThatThrownBy(
            () -> KindFormats.read(ObjectKind.QUEUE, "{\"status\":{\"state\":\"Opened\"}}"))
        .isInstanceOfSatisfying(
            MalformedObjectException.class,
            problem -> {
              assertThat(problem.path()).isEqualTo("status.state");
              assertThat(problem)
                  .hasMessage("(\"Opened\") must be one of Open, Closed, Closing, Unknown");
            });
  }

  private interface Check {
    void at(Place place, Supplier<@Nullable Object> sample);
  }

  /** Calls the check at every place of the kind's sample, each time on a fresh copy. */
  private static void forEachPlace(ObjectKind kind, Check check) {
    int places = places(JsonTree.parse(KindSamples.json(kind))).size();
    assertThat(places).isPositive();
    for (int i = 0; i < places; i++) {
      Object sample = JsonTree.parse(KindSamples.json(kind));
      check.at(places(sample).get(i), () -> sample);
    }
  }

  private static List<Place> places(@Nullable Object tree) {
    var places = new ArrayList<Place>();
    collect(tree, "", "", places);
    return places;
  }

  @SuppressWarnings("unchecked") // trees hold nothing but maps of strings and lists
  private static void collect(@Nullable Object tree, String name, String path, List<Place> places) {
    switch (tree) {
      case Map<?, ?> map -> {
        var fields = (Map<String, @Nullable Object>) map;
        for (String field : List.copyOf(fields.keySet())) {
          String fieldPath = path.isEmpty() ? field : path + "." + field;
          places.add(new Place.Field(fields, field, fieldPath, !isMap(name, fields)));
          collect(fields.get(field), field, fieldPath, places);
        }
      }
      case List<?> list -> {
        var items = (List<@Nullable Object>) list;
        for (int i = 0; i < items.size(); i++) {
          String itemPath = path + "[" + i + "]";
          places.add(new Place.Item(items, i, itemPath));
          collect(items.get(i), "", itemPath, places);
        }
      }
      case null, default -> {}
    }
  }

  /** A selector is a map where it is that of a service, and capacity where it holds amounts. */
  private static boolean isMap(String name, Map<String, @Nullable Object> fields) {
    return MAPS.contains(name)
        || (name.equals("selector") && fields.values().stream().allMatch(String.class::isInstance));
  }

  private static @Nullable Object withoutIgnored(@Nullable Object tree) {
    for (Place place : places(tree).reversed()) {
      if (place.path().contains("ignored")) {
        place.remove();
      }
    }
    return tree;
  }

  /** A value inside a tree. */
  private sealed interface Place {

    String path();

    boolean isField();

    void set(@Nullable Object value);

    void remove();

    record Field(Map<String, @Nullable Object> fields, String name, String path, boolean isField)
        implements Place {

      @Override
      public void set(@Nullable Object value) {
        fields.put(name, value);
      }

      @Override
      public void remove() {
        fields.remove(name);
      }
    }

    record Item(List<@Nullable Object> items, int position, String path) implements Place {

      @Override
      public boolean isField() {
        return false;
      }

      @Override
      public void set(@Nullable Object value) {
        items.set(position, value);
      }

      @Override
      public void remove() {
        items.remove(position);
      }
    }
  }
}
