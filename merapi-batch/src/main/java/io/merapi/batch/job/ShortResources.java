package io.merapi.batch.job;

import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.resource.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Of which resources nodes have too little for a task, and how much they have at most. */
final class ShortResources {

  /** By resource, what the node says that comes closest to having enough of it. */
  private final Map<String, InsufficientRoom> byName = new TreeMap<>();

  void add(InsufficientRoom reason) {
    for (String name : reason.resources()) {
      int id = reason.requested().dictionary().find(name);
      byName.merge(name, reason, (known, other) -> closer(other, known, id) ? other : known);
    }
  }

  /**
   * A node may speak of another task of the role, which it was asked about first; so what is wanted
   * decides between nodes with the same room, and not which of them comes first.
   */
  private static boolean closer(InsufficientRoom one, InsufficientRoom other, int id) {
    double more = one.room().get(id) - other.room().get(id);
    return more > 0 || (more == 0 && one.requested().get(id) < other.requested().get(id));
  }

  boolean isEmpty() {
    return byName.isEmpty();
  }

  /** One line for each: {@code cpu: 4 wanted, at most 2 free}. */
  List<String> texts() {
    var texts = new ArrayList<String>();
    byName.forEach((name, reason) ->
        texts.add(
            "%s: %s wanted, at most %s free"
                .formatted(name, stated(reason.requested(), name), stated(reason.room(), name))));
    return texts;
  }

  private static Quantity stated(Resources amounts, String name) {
    return Objects.requireNonNullElse(ResourceList.of(amounts).get(name), Quantity.ZERO);
  }
}
