package io.merapi.batch.job;

import io.merapi.api.session.SessionNode;
import io.merapi.api.session.extension.Fit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Why a task fits no node: what each node has against it. Tasks that no plugin can tell apart may
 * share one, so that its texts are worked out once.
 */
public final class FitErrors {

  private final Map<String, Fit> nodes = new LinkedHashMap<>();
  private String error = "";
  private String hyperNode = "";
  private @Nullable String text;
  private @Nullable SortedSet<String> unresolvable;

  /** The same thing against a task on all nodes. */
  public static FitErrors everywhere(Collection<? extends SessionNode> nodes, Fit fit) {
    var errors = new FitErrors();
    nodes.forEach(node -> errors.setNode(node.name(), fit));
    return errors;
  }

  /** Says what there is to say of all nodes together, before the reasons are counted. */
  public FitErrors setError(String message) {
    error = message;
    text = null;
    return this;
  }

  /** Names the domain that the nodes are in. */
  public FitErrors setHyperNode(String name) {
    hyperNode = name;
    text = null;
    return this;
  }

  /** Keeps what a node has against the task; the last word on a node counts. */
  public FitErrors setNode(String node, Fit fit) {
    nodes.put(node, fit);
    text = null;
    unresolvable = null;
    return this;
  }

  public boolean isEmpty() {
    return nodes.isEmpty();
  }

  /** What each node has against the task, by name. */
  public Map<String, Fit> nodes() {
    return Map.copyOf(nodes);
  }

  /** Nodes on which no eviction would help, by name. */
  public SortedSet<String> unresolvableNodes() {
    if (unresolvable == null) {
      var names = new TreeSet<String>();
      nodes.forEach((name, fit) -> {
        if (fit.has(Fit.Code.UNSCHEDULABLE_AND_UNRESOLVABLE)) {
          names.add(name);
        }
      });
      unresolvable = Collections.unmodifiableSortedSet(names);
    }
    return unresolvable;
  }

  /** The text that users see: {@code 0/4 nodes are unavailable: 4 Insufficient cpu.} */
  public String text() {
    String known = text;
    if (known == null) {
      var reasons = new ArrayList<String>();
      nodes.values().forEach(fit -> reasons.addAll(fit.reasons()));
      known = text(reasons);
      text = known;
    }
    return known;
  }

  /**
   * The same with every resource that is short, and how much of it there is: {@code 0/4 nodes are
   * unavailable: 4 Insufficient cpu, 1 Insufficient memory. cpu: 4 wanted, at most 2 free; …}.
   */
  String textWithAmounts() {
    var reasons = new ArrayList<String>();
    for (Fit fit : nodes.values()) {
      for (Fit.Status status : fit.statuses()) {
        if (status.reason() instanceof InsufficientRoom room) {
          room.resources().forEach(name -> reasons.add(InsufficientRoom.summary(name)));
        } else if (!status.text().isEmpty()) {
          reasons.add(status.text());
        }
      }
    }
    List<String> amounts = ShortResources.of(nodes.values()).texts();
    return amounts.isEmpty()
        ? text(reasons)
        : "%s %s.".formatted(text(reasons), String.join("; ", amounts));
  }

  private String text(List<String> reasons) {
    String head = error.isEmpty() ? "0/%d nodes are unavailable".formatted(nodes.size()) : error;
    if (nodes.isEmpty()) {
      return head;
    }
    String text = "%s: %s.".formatted(head, String.join(", ", counted(reasons)));
    return hyperNode.isEmpty() ? text : "In hyperNode %s: %s".formatted(hyperNode, text);
  }

  /** How often each text comes, as {@code 3 text}, in the order of those texts. */
  static List<String> counted(List<String> texts) {
    var counts = new LinkedHashMap<String, Integer>();
    texts.forEach(text -> counts.merge(text, 1, Integer::sum));
    return counts.entrySet().stream()
        .map(count -> "%d %s".formatted(count.getValue(), count.getKey()))
        .sorted()
        .toList();
  }

  @Override
  public String toString() {
    return text();
  }
}
