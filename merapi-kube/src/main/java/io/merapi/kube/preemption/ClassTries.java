package io.merapi.kube.preemption;

import io.merapi.api.framework.NodeVerdicts;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What trying nodes came to for the pods of one class, where only the class and the node decide;
 * nodes that are as they were are not tried again. Used by one thread.
 *
 * <p>Beside the version of the node, a try depends on how long pods have run, on the pods that are
 * nominated to the node, and on the budgets: these are compared whenever a node is asked for.
 */
final class ClassTries {

  private @Nullable Known[] tries = new Known[0];
  private @Nullable NodeVerdicts hopeless;
  private PreemptionDecision.@Nullable Refuse refusal;

  /** The search, by what is remembered. */
  NodeSearch remembered(VictimSearch search) {
    return node -> on(node, search);
  }

  private NodeTry on(NodeInfo node, VictimSearch search) {
    List<PodInfo> nominated = search.dryRun().nominatedTo(node.name());
    if (holds(nominated, search.preemptor())) {
      // Its own nomination does not stand against it, but against the others of its class.
      return search.on(node);
    }
    int index = node.index();
    Known known = index < tries.length ? tries[index] : null;
    if (known == null || !known.isOf(node, nominated, search.importance().now())) {
      known = tried(node, nominated, search);
    } else if (known.budgets != search.budgets()) {
      known =
          known.spares(node, search)
              ? known.with(search.budgets())
              : tried(node, nominated, search);
    } else {
      return known.outcome;
    }
    keep(index, known);
    return known.outcome;
  }

  private static boolean holds(List<PodInfo> pods, PodInfo pod) {
    for (PodInfo other : pods) {
      if (other.key().equals(pod.key())) {
        return true;
      }
    }
    return false;
  }

  private static Known tried(NodeInfo node, List<PodInfo> nominated, VictimSearch search) {
    return new Known(
        node.version(),
        node.pods(),
        nominated,
        search.budgets(),
        timeless(search.mayGo(node), search.importance().now()),
        search.on(node));
  }

  /**
   * The time after which the order of pods is as it is now: pods that have not started come last
   * from then on. There is none while a pod is to start in the future.
   */
  private static Instant timeless(List<PodInfo> pods, Instant now) {
    Instant last = Instant.MIN;
    boolean unstarted = false;
    for (PodInfo pod : pods) {
      Instant start = pod.pod().status().startTime();
      unstarted |= start == null;
      last = start != null && start.isAfter(last) ? start : last;
    }
    if (!unstarted) {
      return Instant.MIN;
    }
    return now.isAfter(last) ? last : Instant.MAX;
  }

  private void keep(int index, Known known) {
    if (index >= tries.length) {
      tries = Arrays.copyOf(tries, Math.max(index + 1, 2 * tries.length));
    }
    tries[index] = known;
  }

  /** The refusal of a pod that the same verdicts stood against, none of them changed; or null. */
  @SuppressWarnings("ReferenceEquality") // the same object says that nothing has changed
  PreemptionDecision.@Nullable Refuse refusal(NodeVerdicts verdicts) {
    return hopeless == verdicts ? refusal : null;
  }

  /** Notes that no node is a candidate while these verdicts stand. */
  void refused(NodeVerdicts verdicts, PreemptionDecision.Refuse answer) {
    hopeless = verdicts;
    refusal = answer;
  }

  /**
   * A try of a node.
   *
   * @param version of the node
   * @param pods of the node; other ones where a pod has started since
   * @param timeless as long as it is later, the time does not matter
   */
  private record Known(
      long version,
      List<PodInfo> pods,
      List<PodInfo> nominated,
      DisruptionBudgets budgets,
      Instant timeless,
      NodeTry outcome) {

    /** Whether everything but the budgets is as it was. */
    @SuppressWarnings("ReferenceEquality") // lists of a node that has not changed are the same
    boolean isOf(NodeInfo node, List<PodInfo> nominees, Instant now) {
      return version == node.version()
          && pods == node.pods()
          && nominated == nominees
          && now.isAfter(timeless)
          && !(outcome instanceof NodeTry.NoRoom(var why)
              && why.verdict() instanceof Verdict.Failed);
    }

    /** Whether other budgets protect the same pods. */
    boolean spares(NodeInfo node, VictimSearch search) {
      List<PodInfo> mayGo = search.mayGo(node);
      return budgets.split(mayGo).equals(search.budgets().split(mayGo));
    }

    Known with(DisruptionBudgets others) {
      return new Known(version, pods, nominated, others, timeless, outcome);
    }
  }
}
