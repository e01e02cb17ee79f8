package io.merapi.cluster.run;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.Queue;
import io.merapi.api.pod.Pod;
import io.merapi.api.resource.ResourceList;
import io.merapi.batch.effects.BatchWriter;
import io.merapi.kube.effects.Effects;
import io.merapi.kube.effects.Evictor;
import io.merapi.kube.effects.Outcome;
import io.merapi.kube.effects.PodReporter;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Stands before the ports of a scheduler and makes a line of each decision that goes through them,
 * with the number of the cycle or session that made it. What the cluster refuses is always a line.
 */
final class DecisionLog {

  private static final String CYCLE = "cycle";
  private static final String SESSION = "session";

  private final RunLog log;
  private final BindingRefusals refusals;

  /** Whether nothing is sent any more: what fails then was cut off, which says nothing of it. */
  private volatile BooleanSupplier ended = () -> false;

  // Of the scheduling thread alone.
  private long cycle = 1;

  /**
   * @param refusals told of bindings
   */
  DecisionLog(RunLog log, BindingRefusals refusals) {
    this.log = log;
    this.refusals = refusals;
  }

  /**
   * The ports of the scheduler of single pods, each of whose decisions is a cycle.
   *
   * @param end whether nothing is sent through them any more
   */
  Effects over(Effects ports, BooleanSupplier end) {
    ended = end;
    return new Effects(
        (pod, node) -> bound(ports.binder().bind(pod, node), pod, node, CYCLE, cycle++),
        ports.volumes(),
        ports.claims(),
        over(ports.evictor()),
        new LoggedReporter(ports.reporter()));
  }

  /**
   * The port of the scheduler of groups.
   *
   * @param end whether nothing is sent through it any more
   */
  BatchWriter over(BatchWriter port, BooleanSupplier end) {
    ended = end;
    return new LoggedWriter(port);
  }

  private Evictor over(Evictor evictor) {
    return (victim, preemptor) ->
        evicted(evictor.evict(victim, preemptor), victim, "preempted by " + preemptor.key(), CYCLE);
  }

  /**
   * A session has come to its end.
   *
   * @param jobs how many it looked at
   */
  void closed(int jobs) {
    log.verbose(RunLog.SESSIONS, "Session closed", SESSION, cycle, "jobs", jobs);
    cycle++;
  }

  private CompletionStage<Outcome> bound(
      CompletionStage<Outcome> binding, Pod pod, String node, String what, long number) {
    return binding.thenApply(outcome -> {
      switch (outcome) {
        case Outcome.Done _ -> {
          refusals.bound();
          if (log.wants(RunLog.DECISIONS)) {
            log.verbose(
                RunLog.DECISIONS,
                "Successfully bound pod to node",
                "pod",
                pod,
                "podUID",
                pod.meta().uid(),
                "node",
                node,
                what,
                number);
          }
        }
        case Outcome.Failed(String message) -> {
          if (!ended.getAsBoolean() && !refusals.failed(message)) {
            log.warn("Failed to bind pod", "err", message, "pod", pod, "node", node, what, number);
          }
        }
      }
      return outcome;
    });
  }

  private CompletionStage<Outcome> evicted(
      CompletionStage<Outcome> eviction, Pod victim, String why, String what) {
    long number = cycle;
    return eviction.thenApply(outcome -> {
      if (outcome instanceof Outcome.Failed(String message)) {
        if (!ended.getAsBoolean()) {
          log.warn("Failed to evict pod", "err", message, "pod", victim, what, number);
        }
      } else if (log.wants(RunLog.DECISIONS)) {
        log.verbose(
            RunLog.DECISIONS,
            "Evicted pod",
            "pod",
            victim,
            "node",
            victim.nodeName(),
            "reason",
            why,
            what,
            number);
      }
      return outcome;
    });
  }

  private void waits(Pod pod, String reason, String message, String what, long number) {
    if (log.wants(RunLog.DECISIONS)) {
      log.verbose(
          RunLog.DECISIONS,
          "Unable to schedule pod; waiting",
          "pod",
          pod,
          "podUID",
          pod.meta().uid(),
          "reason",
          reason,
          "err",
          message,
          what,
          number);
    }
  }

  private final class LoggedReporter implements PodReporter {

    private final PodReporter reporter;

    LoggedReporter(PodReporter reporter) {
      this.reporter = reporter;
    }

    @Override
    public void scheduled(Pod pod, String nodeName) {
      reporter.scheduled(pod, nodeName);
    }

    @Override
    public void unscheduled(
        Pod pod, String reason, String message, @Nullable String nominatedNode) {
      reporter.unscheduled(pod, reason, message, nominatedNode);
      waits(pod, reason, message, CYCLE, cycle++);
    }

    @Override
    public void preempted(Pod victim, Pod preemptor, String nodeName) {
      reporter.preempted(victim, preemptor, nodeName);
    }

    @Override
    public void expected(Pod pod, String nodeName) {
      reporter.expected(pod, nodeName);
    }

    @Override
    public void nominationCleared(Pod pod) {
      reporter.nominationCleared(pod);
    }
  }

  private final class LoggedWriter implements BatchWriter {

    private final BatchWriter port;

    LoggedWriter(BatchWriter port) {
      this.port = port;
    }

    @Override
    public CompletionStage<Outcome> bind(
        Pod pod, String nodeName, Map<String, String> annotations) {
      return bound(port.bind(pod, nodeName, annotations), pod, nodeName, SESSION, cycle);
    }

    @Override
    public CompletionStage<Outcome> lockNode(String nodeName, String lock) {
      return port.lockNode(nodeName, lock);
    }

    @Override
    public CompletionStage<Outcome> unlockNode(String nodeName, String lock) {
      return port.unlockNode(nodeName, lock);
    }

    @Override
    public CompletionStage<Outcome> evict(Pod pod, PodGroup group, String reason) {
      return evicted(port.evict(pod, group, reason), pod, reason, SESSION);
    }

    @Override
    public CompletionStage<Outcome> removeGate(Pod pod, String gate) {
      return port.removeGate(pod, gate);
    }

    @Override
    public void updateStatus(PodGroup group, PodGroup.Status status) {
      port.updateStatus(group, status);
    }

    @Override
    public void updateAllocated(Queue queue, ResourceList allocated) {
      port.updateAllocated(queue, allocated);
    }

    @Override
    public void reportWaiting(Pod pod, String reason, String message, String nominatedNode) {
      port.reportWaiting(pod, reason, message, nominatedNode);
      waits(pod, reason, message, SESSION, cycle);
    }

    @Override
    public void report(PodGroup group, String type, String reason, String message) {
      port.report(group, type, reason, message);
      log.verbose(RunLog.DECISIONS, message, "podGroup", group, "reason", reason, SESSION, cycle);
    }
  }
}
