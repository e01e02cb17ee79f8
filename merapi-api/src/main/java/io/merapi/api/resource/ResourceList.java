package io.merapi.api.resource;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Resource names with their exact amounts, as an object states them; sorted by name, immutable. */
public record ResourceList(Map<String, Quantity> amounts) {

  public static final ResourceList EMPTY = new ResourceList(Map.of());

  public ResourceList {
    amounts = Collections.unmodifiableMap(new TreeMap<>(amounts));
  }

  public @Nullable Quantity get(String name) {
    return amounts.get(name);
  }

  public boolean isEmpty() {
    return amounts.isEmpty();
  }
}
