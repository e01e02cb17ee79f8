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

  /** By resource, what the node says that has most of it. */
  private final Map<String, InsufficientRoom> byName = new TreeMap<>();

  void add(InsufficientRoom reason) {
    for (String name : reason.resources()) {
      int id = reason.requested().dictionary().find(name);
      byName.merge(
          name,
          reason,
          (known, other) -> known.room().get(id) < other.room().get(id) ? other : known);
    }
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
