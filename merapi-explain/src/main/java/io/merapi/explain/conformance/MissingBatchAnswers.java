package io.merapi.explain.conformance;

import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.configuration.InTreePlugins;
import io.merapi.batch.tier.ExtensionPoint;
import io.merapi.batch.tier.PluginOption;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Takes out of recorded answers what plugins had a part in that do not exist yet, and the same out
 * of the answers found.
 */
final class MissingBatchAnswers {

  /** The answers about a job, with the point that gives each. */
  private static final Map<String, ExtensionPoint> OF_JOB =
      Map.of(
          "valid", ExtensionPoint.JOB_VALID,
          "ready", ExtensionPoint.JOB_READY,
          "pipelined", ExtensionPoint.JOB_PIPELINED,
          "starving", ExtensionPoint.JOB_STARVING,
          "enqueueable", ExtensionPoint.JOB_ENQUEUEABLE);

  private static final Map<String, ExtensionPoint> OF_SESSION =
      Map.of(
          "queueOrder", ExtensionPoint.QUEUE_ORDER,
          "jobOrder", ExtensionPoint.JOB_ORDER,
          "taskOrder", ExtensionPoint.TASK_ORDER,
          "victims", ExtensionPoint.VICTIMS);

  private static final Map<String, ExtensionPoint> OF_TASK =
      Map.of(
          "allocatable", ExtensionPoint.ALLOCATABLE,
          "preemptive", ExtensionPoint.PREEMPTIVE,
          "prePredicate", ExtensionPoint.PRE_PREDICATE);

  private static final List<String> OF_FIT =
      List.of("fit", "reasons", "statusCodes", "error", "batchScores", "total", "scores");

  private final Set<String> missing;
  private final Set<ExtensionPoint> open = EnumSet.noneOf(ExtensionPoint.class);

  /**
   * Knows what is missing.
   *
   * @param missing the names of plugins that cannot be made
   */
  MissingBatchAnswers(BatchConfiguration configuration, Set<String> missing) {
    this.missing = missing;
    for (PluginOption option : configuration.plugins().toList()) {
      if (missing.contains(option.name())) {
        InTreePlugins.named(option.name())
            .ifPresent(spec ->
                spec.registered(option).stream().filter(option::takesPartIn).forEach(open::add));
      }
    }
  }

  /** Changes both in place. */
  void removeFrom(Map<String, @Nullable Object> expected, Map<String, @Nullable Object> found) {
    if (missing.isEmpty()) {
      return;
    }
    for (Map<String, @Nullable Object> answers : List.of(expected, found)) {
      remove(answers, OF_SESSION);
      if (answers.get("plugins") instanceof Map<?, ?> plugins) {
        plugins.keySet().removeAll(missing);
        if (plugins.isEmpty()) {
          answers.remove("plugins");
        }
      }
      for (Map<String, @Nullable Object> job : each(answers, "jobs")) {
        remove(job, OF_JOB);
      }
      if (open.contains(ExtensionPoint.OVERUSED)) {
        each(answers, "queues").forEach(queue -> queue.remove("overused"));
      }
      each(answers, "tasks").forEach(this::fromTask);
      for (Map<String, @Nullable Object> job : each(answers, "unifiedEvictable")) {
        for (Map<String, @Nullable Object> votes : maps(job.values())) {
          fromVotes(votes, ExtensionPoint.UNIFIED_EVICTABLE);
        }
      }
      fromHyperNodes(map(answers.get("hyperNodes")));
    }
  }

  private void fromTask(Map<String, @Nullable Object> task) {
    remove(task, OF_TASK);
    boolean fitsOpen =
        open.contains(ExtensionPoint.PREDICATE) || open.contains(ExtensionPoint.PRE_PREDICATE);
    for (Map<String, @Nullable Object> node : each(task, "nodes")) {
      if (fitsOpen) {
        OF_FIT.forEach(node::remove);
      }
      for (String scores : List.of("scores", "batchScores")) {
        if (map(node.get(scores)).keySet().removeAll(missing)) {
          node.remove("total");
        }
        if (node.get(scores) instanceof Map<?, ?> left && left.isEmpty()) {
          node.remove(scores);
        }
      }
      if (open.contains(ExtensionPoint.NODE_ORDER)
          || open.contains(ExtensionPoint.BATCH_NODE_ORDER)) {
        node.remove("total");
      }
    }
    for (Map<String, @Nullable Object> votes : each(task, "preemptable")) {
      fromVotes(votes, ExtensionPoint.PREEMPTABLE);
    }
    for (Map<String, @Nullable Object> votes : each(task, "reclaimable")) {
      fromVotes(votes, ExtensionPoint.RECLAIMABLE);
    }
  }

  private void fromVotes(Map<String, @Nullable Object> votes, ExtensionPoint point) {
    map(votes.get("byPlugin")).keySet().removeAll(missing);
    if (open.contains(point)) {
      votes.remove("victims");
    }
  }

  private void fromHyperNodes(Map<String, @Nullable Object> hyperNodes) {
    for (Map<String, @Nullable Object> job : each(hyperNodes, "jobs")) {
      fromGradients(job);
      for (Map<String, @Nullable Object> part : each(job, "subJobs")) {
        fromGradients(part);
        if (open.contains(ExtensionPoint.JOB_READY)
            || open.contains(ExtensionPoint.SUB_JOB_READY)) {
          part.remove("ready");
        }
        if (open.contains(ExtensionPoint.JOB_PIPELINED)
            || open.contains(ExtensionPoint.SUB_JOB_PIPELINED)) {
          part.remove("pipelined");
        }
        map(part.get("scores")).keySet().removeAll(missing);
        if (part.get("scores") instanceof Map<?, ?> left && left.isEmpty()) {
          part.remove("scores");
        }
      }
    }
  }

  private void fromGradients(Map<String, @Nullable Object> answers) {
    if (open.contains(ExtensionPoint.HYPER_NODE_GRADIENT)) {
      answers.keySet().removeIf(key -> key.startsWith("gradients/"));
    }
  }

  private void remove(Map<String, @Nullable Object> answers, Map<String, ExtensionPoint> givenBy) {
    givenBy.forEach((key, point) -> {
      if (open.contains(point)) {
        answers.remove(key);
      }
    });
  }

  private static List<Map<String, @Nullable Object>> each(
      Map<String, @Nullable Object> answers, String key) {
    return maps(map(answers.get(key)).values());
  }

  private static List<Map<String, @Nullable Object>> maps(
      Collection<? extends @Nullable Object> values) {
    return values.stream().filter(Map.class::isInstance).map(MissingBatchAnswers::map).toList();
  }

  @SuppressWarnings("unchecked") // copies hold only maps of this type
  private static Map<String, @Nullable Object> map(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? (Map<String, @Nullable Object>) map : new TreeMap<>();
  }
}
