package io.merapi.batch.job;

import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.extension.Fit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Of which resources nodes have too little for a task, and how much they have at most. */
final class ShortResources {

  /** By resource, what the node says that has most of it. */
  private final Map<String, InsufficientRoom> byName = new TreeMap<>();

  private ShortResources() {}

  static ShortResources of(Collection<Fit> nodes) {
    var found = new ShortResources();
    for (Fit fit : nodes) {
      for (Fit.Status status : fit.statuses()) {
        if (status.reason() instanceof InsufficientRoom reason) {
          found.add(reason);
        }
      }
    }
    return found;
  }

  private void add(InsufficientRoom reason) {
    for (String name : reason.resources()) {
      int id = reason.requested().dictionary().find(name);
      byName.merge(
          name,
          reason,
          (known, other) -> known.room().get(id) < other.room().get(id) ? other : known);
    }
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
