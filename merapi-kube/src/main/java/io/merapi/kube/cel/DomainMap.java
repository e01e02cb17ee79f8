package io.merapi.kube.cel;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;

/**
 * Attributes or capacities by domain, in which every domain can be looked up: one that the device
 * does not have is empty.
 *
 * <p>Only the operator {@code in} tells domains apart that the device has and has not.
 */
final class DomainMap extends AbstractMap<String, Object> {

  private final Map<String, Map<String, Object>> domains;

  DomainMap(Map<String, Map<String, Object>> domains) {
    this.domains = domains;
  }

  boolean has(Object domain) {
    return domains.containsKey(domain);
  }

  @Override
  public Object get(Object domain) {
    Object found = domain instanceof String name ? domains.get(name) : null;
    return found == null ? Map.of() : found;
  }

  @Override
  public boolean containsKey(Object domain) {
    return true;
  }

  @Override
  public Set<Entry<String, Object>> entrySet() {
    return Map.<String, Object>copyOf(domains).entrySet();
  }
}
