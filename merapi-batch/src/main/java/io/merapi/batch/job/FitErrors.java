package io.merapi.batch.job;

import io.merapi.api.session.extension.Fit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** Why a task fits no node: what each node has against it. */
public final class FitErrors {

  private final Map<String, Fit> nodes = new LinkedHashMap<>();
  private String error = "";
  private String hyperNode = "";

  /** Says what there is to say of all nodes together, before the reasons are counted. */
  public FitErrors setError(String text) {
    error = text;
    return this;
  }

  /** Names the domain that the nodes are in. */
  public FitErrors setHyperNode(String name) {
    hyperNode = name;
    return this;
  }

  /** Keeps what a node has against the task; the last word on a node counts. */
  public FitErrors setNode(String node, Fit fit) {
    nodes.put(node, fit);
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
    var names = new TreeSet<String>();
    nodes.forEach((name, fit) -> {
      if (fit.has(Fit.Code.UNSCHEDULABLE_AND_UNRESOLVABLE)) {
        names.add(name);
      }
    });
    return names;
  }

  /** The text that users see: {@code 0/4 nodes are unavailable: 4 Insufficient cpu.} */
  public String text() {
    String head = error.isEmpty() ? "0/%d nodes are unavailable".formatted(nodes.size()) : error;
    if (nodes.isEmpty()) {
      return head;
    }
    var reasons = new ArrayList<String>();
    nodes.values().forEach(fit -> reasons.addAll(fit.reasons()));
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
