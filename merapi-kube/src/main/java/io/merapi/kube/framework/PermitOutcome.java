package io.merapi.kube.framework;

import java.time.Duration;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What came of the permits.
 *
 * @param waits by plugin, how long the pod waits for it at most; empty where it need not wait
 */
public record PermitOutcome(PluginVerdict result, SortedMap<String, Duration> waits) {

  /** Nobody objects and nothing is waited for. */
  static final PermitOutcome GRANTED =
      new PermitOutcome(PluginVerdict.SUCCESS, Collections.emptySortedMap());

  public PermitOutcome {
    waits = Collections.unmodifiableSortedMap(new TreeMap<>(waits));
  }
}
