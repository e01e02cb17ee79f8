package io.merapi.kube.framework;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What came of the pre-scores.
 *
 * @param skipped the plugins whose score is left out for the pod, as far as the run came
 */
public record PreScoreOutcome(PluginVerdict result, SortedSet<String> skipped) {

  public PreScoreOutcome {
    skipped = Collections.unmodifiableSortedSet(new TreeSet<>(skipped));
  }
}
