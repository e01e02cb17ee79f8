package io.merapi.kube.placement;

import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodClass;
import io.merapi.kube.framework.Nominations;
import io.merapi.kube.framework.PluginVerdict;
import io.merapi.kube.framework.PodAttempt;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.persistent.PersistentBits;
import io.merapi.kube.persistent.PersistentVector;
import io.merapi.kube.state.ClusterContents;
import io.merapi.kube.state.NodeLog;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Why the pods of one class fit nowhere, where the class and each node itself decide that; asks
 * again only about nodes that have changed. Used by one thread.
 *
 * <p>Verdicts are kept from the first time on that no node fits; a class that always finds a node
 * takes no memory for them. While nothing changes, the diagnosis stays the same object.
 */
final class ClassRejections {

  private final SchedulingProfile profile;
  private final StaleNodes stale;
  private PersistentVector<PluginVerdict> verdicts = PersistentVector.empty();
  private PersistentBits helped = PersistentBits.EMPTY;
  private int size;

  /** How many nodes were turned down, by the text of the reason and by plugin. */
  private final SortedMap<String, Integer> byText = new TreeMap<>();

  private final SortedMap<String, Integer> byPlugin = new TreeMap<>();
  private final SortedMap<String, Integer> byHoldingPlugin = new TreeMap<>();
  private @Nullable Diagnosis latest;

  /** The class of the pod that was last asked for: reasons may name its claims. */
  private @Nullable PodClass named;

  ClassRejections(SchedulingProfile profile, NodeChanges changes, NodeLog touched) {
    this.profile = profile;
    this.stale = new StaleNodes(changes, touched);
  }

  /** To be called where other filters take part than before. */
  void forget() {
    stale.forget();
  }

  /**
   * The verdict on every node.
   *
   * @param claims whether verdicts depend on claims
   * @throws Unanswered if a filter does not reject a node after all; then this is of no more use
   */
  Diagnosis diagnose(
      PodAttempt attempt, ClusterContents contents, Nominations nominations, boolean claims)
      throws Unanswered {
    if (named != attempt.pod().podClass()) {
      named = attempt.pod().podClass();
      stale.forget();
    }
    int[] indices = stale.take(attempt.pod(), contents, nominations, claims).toArray();
    Diagnosis known = latest;
    if (known != null && indices.length == 0) {
      return known;
    }
    var answers = new @Nullable PluginVerdict[indices.length];
    profile
        .fanOut()
        .forEach(
            indices.length,
            i -> {
              NodeInfo node = NodeChanges.at(contents, indices[i]);
              answers[i] =
                  node == null
                      ? null
                      : profile.filtering().filter(attempt, node, nominations.on(node.name()));
            });
    for (int i = 0; i < indices.length; i++) {
      PluginVerdict answer = answers[i];
      if (answer != null && !answer.isRejection()) {
        throw new Unanswered();
      }
      put(indices[i], answer);
    }
    known = diagnosis();
    latest = known;
    return known;
  }

  private void put(int index, @Nullable PluginVerdict verdict) {
    PluginVerdict before = index < verdicts.size() ? verdicts.get(index) : null;
    if (before != null) {
      count(before, -1);
    }
    if (verdict != null) {
      count(verdict, 1);
    }
    while (verdicts.size() < index) {
      verdicts = verdicts.with(verdicts.size(), null);
    }
    verdicts = verdicts.with(index, verdict);
    helped = helped.with(index, verdict != null && NodeRejections.evictionHelps(verdict.verdict()));
  }

  private void count(PluginVerdict verdict, int sign) {
    size += sign;
    for (String text : verdict.verdict().texts()) {
      count(byText, text, sign);
    }
    if (!verdict.plugin().isEmpty()) {
      count(byPlugin, verdict.plugin(), sign);
      if (verdict.verdict() instanceof Verdict.Held) {
        count(byHoldingPlugin, verdict.plugin(), sign);
      }
    }
  }

  private static void count(SortedMap<String, Integer> counts, String key, int sign) {
    counts.merge(key, sign, (a, b) -> a + b == 0 ? null : a + b);
  }

  private Diagnosis diagnosis() {
    return new Diagnosis(
        new IndexedRejections(size, verdicts, helped, new TreeMap<>(byText)),
        Verdict.unresolvable(),
        "",
        new TreeSet<>(byPlugin.keySet()),
        new TreeSet<>(byHoldingPlugin.keySet()));
  }
}
