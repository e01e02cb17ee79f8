package io.merapi.batch.tier;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The arguments of a plugin that is not known here, for whoever knows it.
 *
 * @param values as the file gives them: strings, {@code Long}, {@code Double}, {@code Boolean},
 *     lists, and maps in the order of the file; without what is null
 */
public record OtherArgs(Map<String, Object> values) {

  public static final OtherArgs NONE = new OtherArgs(Map.of());

  public OtherArgs {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }
}
