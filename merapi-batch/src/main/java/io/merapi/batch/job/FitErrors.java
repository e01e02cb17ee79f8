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
import org.jspecify.annotations.Nullable;

/**
 * Why a task fits no node: what each node has against it. Tasks that no plugin can tell apart may
 * share one, so that its texts are worked out once.
 */
public final class FitErrors {

  private NodeRefusals nodes;
  private String error = "";
  private String hyperNode = "";
  private @Nullable String text;
  private @Nullable String textWithAmounts;
  private @Nullable SortedSet<String> unresolvable;

  /** Says nothing yet. */
  public FitErrors() {
    this(new NamedRefusals());
  }

  /** Says what nodes have against a task, which nobody changes any more. */
  public FitErrors(NodeRefusals nodes) {
    this.nodes = nodes;
  }

  /** The same thing against a task on all nodes. */
  public static FitErrors everywhere(Collection<? extends SessionNode> nodes, Fit fit) {
    var errors = new FitErrors();
    nodes.forEach(node -> errors.setNode(node.name(), fit));
    return errors;
  }

  /** Says what there is to say of all nodes together, before the reasons are counted. */
  public FitErrors setError(String message) {
    error = message;
    forgetTexts();
    return this;
  }

  /** Names the domain that the nodes are in. */
  public FitErrors setHyperNode(String name) {
    hyperNode = name;
    forgetTexts();
    return this;
  }

  /** Keeps what a node has against the task; the last word on a node counts. */
  public FitErrors setNode(String node, Fit fit) {
    named().put(node, fit);
    forgetTexts();
    unresolvable = null;
    return this;
  }

  private void forgetTexts() {
    text = null;
    textWithAmounts = null;
  }

  private NamedRefusals named() {
    if (nodes instanceof NamedRefusals named) {
      return named;
    }
    var named = new NamedRefusals();
    nodes.forEach(named::put);
    nodes = named;
    return named;
  }

  public boolean isEmpty() {
    return nodes.size() == 0;
  }

  /** What each node has against the task, by name. */
  public Map<String, Fit> nodes() {
    var byName = new LinkedHashMap<String, Fit>();
    nodes.forEach(byName::put);
    return byName;
  }

  /** Nodes on which no eviction would help, by name. */
  public SortedSet<String> unresolvableNodes() {
    SortedSet<String> known = unresolvable;
    if (known == null) {
      known = nodes.unresolvable();
      unresolvable = known;
    }
    return known;
  }

  /** The text that users see: {@code 0/4 nodes are unavailable: 4 Insufficient cpu.} */
  public String text() {
    String known = text;
    if (known == null) {
      known = text(nodes.reasons());
      text = known;
    }
    return known;
  }

  /**
   * The same with every resource that is short, and how much of it there is: {@code 0/4 nodes are
   * unavailable: 4 Insufficient cpu, 1 Insufficient memory. cpu: 4 wanted, at most 2 free; …}.
   */
  String textWithAmounts() {
    String known = textWithAmounts;
    if (known == null) {
      known = makeTextWithAmounts();
      textWithAmounts = known;
    }
    return known;
  }

  private String makeTextWithAmounts() {
    var reasons = new LinkedHashMap<String, Integer>();
    var amounts = new ShortResources();
    nodes.forEach((_, fit) -> {
      for (Fit.Status status : fit.statuses()) {
        if (status.reason() instanceof InsufficientRoom room) {
          room.resources().forEach(name -> count(InsufficientRoom.summary(name), reasons));
          amounts.add(room);
        } else if (!status.text().isEmpty()) {
          count(status.text(), reasons);
        }
      }
    });
    return amounts.isEmpty()
        ? text(reasons)
        : "%s %s.".formatted(text(reasons), String.join("; ", amounts.texts()));
  }

  private String text(Map<String, Integer> reasons) {
    String head = error.isEmpty() ? "0/%d nodes are unavailable".formatted(nodes.size()) : error;
    if (isEmpty()) {
      return head;
    }
    String text = "%s: %s.".formatted(head, String.join(", ", counted(reasons)));
    return hyperNode.isEmpty() ? text : "In hyperNode %s: %s".formatted(hyperNode, text);
  }

  private static void count(String text, Map<String, Integer> counts) {
    counts.merge(text, 1, Integer::sum);
  }

  /** How often each text comes, as {@code 3 text}, in the order of those texts. */
  static List<String> counted(Map<String, Integer> counts) {
    var texts = new ArrayList<String>(counts.size());
    counts.forEach((text, count) -> texts.add(count + " " + text));
    Collections.sort(texts);
    return texts;
  }

  @Override
  public String toString() {
    return text();
  }
}
