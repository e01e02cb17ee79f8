package io.merapi.cli.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * Objects, and the text in which they stand.
 *
 * @param text one or more documents in YAML
 */
public record Manifests(String text) {

  /** All objects as trees of fields, in their order. */
  public List<Map<?, ?>> objects() {
    var objects = new ArrayList<Map<?, ?>>();
    for (Object document : new Load(LoadSettings.builder().build()).loadAllFromString(text)) {
      if (document instanceof Map<?, ?> object) {
        objects.add(object);
      }
    }
    return objects;
  }

  /** The objects of a kind. */
  public List<Map<?, ?>> all(String kind) {
    return objects().stream().filter(object -> kind.equals(object.get("kind"))).toList();
  }

  /** The only object of a kind. */
  public Map<?, ?> only(String kind) {
    List<Map<?, ?>> all = all(kind);
    if (all.size() != 1) {
      throw new IllegalStateException("%d objects of kind %s".formatted(all.size(), kind));
    }
    return all.getFirst();
  }

  /** What is under a path of fields, and of indices where there are lists. */
  public static @Nullable Object at(@Nullable Object tree, Object... path) {
    Object here = tree;
    for (Object step : path) {
      here =
          switch (here) {
            case Map<?, ?> fields -> fields.get(step);
            case List<?> items when step instanceof Integer index && index < items.size() ->
                items.get(index);
            case null, default -> null;
          };
    }
    return here;
  }

  public static Map<?, ?> fields(@Nullable Object tree, Object... path) {
    return (Map<?, ?>) Objects.requireNonNull(at(tree, path));
  }

  public static List<?> items(@Nullable Object tree, Object... path) {
    return at(tree, path) instanceof List<?> items ? items : List.of();
  }

  public static String text(@Nullable Object tree, Object... path) {
    return String.valueOf(at(tree, path));
  }
}
