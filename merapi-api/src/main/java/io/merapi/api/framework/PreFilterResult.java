package io.merapi.api.framework;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a pre-filter.
 *
 * @param nodeNames the only nodes worth looking at; null means all
 */
public record PreFilterResult(Verdict verdict, @Nullable Set<String> nodeNames) {

  public static final PreFilterResult ALL_NODES = new PreFilterResult(Verdict.success(), null);
  public static final PreFilterResult SKIP = new PreFilterResult(Verdict.skip(), null);

  public static PreFilterResult of(Verdict verdict) {
    return new PreFilterResult(verdict, null);
  }

  public static PreFilterResult only(Set<String> nodeNames) {
    return new PreFilterResult(Verdict.success(), nodeNames);
  }
}
