package io.merapi.api.selector;

import java.util.List;

/**
 * One condition of a selector, as written.
 *
 * @param operator {@code In}, {@code NotIn}, {@code Exists}, {@code DoesNotExist}, for nodes also
 *     {@code Gt} and {@code Lt}; kept as written even where it is none of these
 */
public record SelectorRequirement(String key, String operator, List<String> values) {

  public SelectorRequirement {
    values = List.copyOf(values);
  }
}
