package io.merapi.cluster.serve;

import java.util.List;
import java.util.Map;

/**
 * A question to a page.
 *
 * @param method of HTTP
 * @param path without the query
 * @param query every parameter with its values, an empty one where it has none
 * @param accept the formats that the client takes; empty where it does not say
 */
public record PageRequest(
    String method, String path, Map<String, List<String>> query, String accept) {

  /** Whether a parameter is there, with or without a value. */
  public boolean has(String parameter) {
    return query.containsKey(parameter);
  }
}
