package io.merapi.cli;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.session.TaskStatus;
import io.merapi.batch.job.JobState;
import io.merapi.explain.group.BatchExplanation;
import io.merapi.explain.group.NodeObjection;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What batch scheduling says of a pod or a group, for people to read: the answer first. */
final class BatchExplanationText {

  /** Pods of a group, and nodes of a reason, that are shown unless all are asked for. */
  private static final int SHOWN = 5;

  private final PrintWriter out;
  private final Report report;
  private final boolean all;

  BatchExplanationText(PrintWriter out, Report report, boolean all) {
    this.out = out;
    this.report = report;
    this.all = all;
  }

  void print(BatchExplanation explanation) {
    out.println(headline(explanation));
    explanation.notes().forEach(note -> out.println("note: " + note));
    JobState job = explanation.job().orElse(null);
    if (job == null) {
      return;
    }
    out.println();
    outcome(explanation);
    out.println();
    gates(explanation);
    new QueueShares(out, report).print(explanation);
    List<List<String>> alike = explanation.pendingAlike();
    for (List<String> tasks : shown(alike)) {
      out.println();
      nodes(explanation, tasks.getFirst(), whose(tasks, alike.size()));
    }
  }

  /** Says of which pods something is true, unless there is but one. */
  private static String whose(List<String> tasks, int kinds) {
    if (tasks.size() > 1) {
      return " for %s and %,d more like it".formatted(tasks.getFirst(), tasks.size() - 1);
    }
    return kinds > 1 ? " for " + tasks.getFirst() : "";
  }

  private static String headline(BatchExplanation explanation) {
    JobState job = explanation.job().orElse(null);
    PodGroup group = explanation.podGroup();
    if (job == null || group == null) {
      return explanation.subject() + " is not scheduled by vc-scheduler as things are.";
    }
    String where =
        explanation.subject().endsWith(group.key())
            ? "is in queue " + job.queue()
            : "belongs to PodGroup %s in queue %s".formatted(group.key(), job.queue());
    return "%s %s. The group has %s, %,d pending and %,d running; %,d must start together."
        .formatted(
            explanation.subject(),
            where,
            Report.plural(job.tasks().size(), "pod"),
            job.count(TaskStatus.PENDING),
            job.count(TaskStatus.RUNNING),
            job.minAvailable());
  }

  private void outcome(BatchExplanation explanation) {
    Map<String, @Nullable Object> outcome = explanation.outcome();
    if (explanation.pending().isEmpty()) {
      out.println("None of its pods waits for a node.");
      return;
    }
    out.println("In the next session:");
    for (String task : shown(explanation.pending())) {
      out.println("  " + fate(task, outcome));
    }
    more(explanation.pending().size(), "more pod");
    List<String> evicted = Trees.texts(outcome.get("evicted"));
    if (!evicted.isEmpty()) {
      out.println("  The session would evict, for these or others: " + String.join(", ", evicted));
    }
  }

  private static String fate(String task, Map<String, @Nullable Object> outcome) {
    Object bound = Trees.map(outcome.get("binds")).get(task);
    if (bound != null) {
      return "%s would be bound to %s".formatted(task, bound);
    }
    Object pipelined = Trees.map(outcome.get("pipelined")).get(task);
    if (pipelined != null) {
      return "%s would wait for room on %s".formatted(task, pipelined);
    }
    Object message = Trees.map(Trees.map(outcome.get("podStatus")).get(task)).get("message");
    return message == null
        ? task + " would wait, for the reason that its status gives"
        : "%s would wait: %s".formatted(task, message);
  }

  private void gates(BatchExplanation explanation) {
    Map<String, @Nullable Object> gates = explanation.gates();
    PodGroup group = explanation.podGroup();
    String phase = group == null ? "" : group.status().phase().text();
    out.println(
        "Gates of the group (phase %s, priority %s):"
            .formatted(phase.isEmpty() ? "not set" : phase, gates.get("priority")));
    var rows = new ArrayList<List<String>>();
    Map<String, @Nullable Object> invalid = Trees.map(gates.get("valid"));
    rows.add(
        List.of(
            "valid",
            invalid.isEmpty() ? "yes" : "no",
            invalid.isEmpty()
                ? "whether it can start at all"
                : "%s: %s".formatted(invalid.get("reason"), invalid.get("message"))));
    rows.add(row(gates, "enqueueable", "whether plugins admit it to its queue"));
    rows.add(row(gates, "ready", "whether enough of its pods have nodes to start"));
    rows.add(row(gates, "pipelined", "the same, counting room that is being made"));
    rows.add(row(gates, "starving", "whether others may be evicted for it"));
    report.list(rows);
  }

  private static List<String> row(
      Map<String, @Nullable Object> gates, String gate, String meaning) {
    return List.of(gate, Trees.isTrue(gates.get(gate)) ? "yes" : "no", meaning);
  }

  private void nodes(BatchExplanation explanation, String task, String whose) {
    Map<String, @Nullable Object> answer = explanation.task(task);
    if (Trees.isTrue(answer.get("schGated"))) {
      out.println("A scheduling gate keeps %s back.".formatted(task));
      return;
    }
    if (!Trees.isTrue(answer.get("allocatable"))) {
      out.println("The queue has no room for %s.".formatted(task));
    }
    if (answer.get("prePredicate") != null) {
      out.println(
          "Before any node was looked at, %s was turned down: %s"
              .formatted(task, answer.get("prePredicate")));
    }
    new BatchScores(out, report, all).print(Trees.map(answer.get("nodes")), whose);
    objections(explanation.objections(task), whose);
    victims(answer, "preemptable", "preempted", task);
    victims(answer, "reclaimable", "reclaimed", task);
  }

  private void objections(Map<String, List<NodeObjection>> objections, String whose) {
    if (objections.isEmpty()) {
      return;
    }
    out.println();
    out.println("What stands against nodes%s, from every plugin:".formatted(whose));
    var nodes = new LinkedHashMap<String, List<String>>();
    var details = new LinkedHashMap<String, String>();
    objections.forEach((node, all) ->
        all.forEach(one -> {
          String reason = "%s (%s, %s)".formatted(one.reason(), one.source(), one.verdict());
          nodes.computeIfAbsent(reason, _ -> new ArrayList<>()).add(node);
          if (!one.detail().isEmpty()) {
            details.putIfAbsent(reason, "      for instance %s: %s".formatted(node, one.detail()));
          }
        }));
    nodes.forEach((reason, names) -> {
      out.println("  %,d x %s".formatted(names.size(), reason));
      String rest =
          all || names.size() <= SHOWN ? "" : " and %,d more".formatted(names.size() - SHOWN);
      out.println("      " + String.join(", ", shown(names)) + rest);
      String detail = details.get(reason);
      if (detail != null) {
        out.println(detail);
      }
    });
  }

  private void victims(
      Map<String, @Nullable Object> answer, String field, String word, String task) {
    var victims = new TreeSet<String>();
    Trees.map(answer.get(field))
        .values()
        .forEach(node -> victims.addAll(Trees.texts(Trees.map(node).get("victims"))));
    if (!victims.isEmpty()) {
      List<String> names = List.copyOf(victims);
      String rest =
          all || names.size() <= SHOWN ? "" : " and %,d more".formatted(names.size() - SHOWN);
      out.println();
      out.println(
          "May be %s for %s: %s%s".formatted(word, task, String.join(", ", shown(names)), rest));
    }
  }

  private <T> List<T> shown(List<T> items) {
    return all || items.size() <= SHOWN ? items : items.subList(0, SHOWN);
  }

  private void more(int count, String word) {
    if (!all && count > SHOWN) {
      out.println("  ... and %s; --all shows them".formatted(Report.plural(count - SHOWN, word)));
    }
  }
}
