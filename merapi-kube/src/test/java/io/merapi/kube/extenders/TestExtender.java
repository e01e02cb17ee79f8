package io.merapi.kube.extenders;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.kube.effects.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** An extender that answers as it is told; it has the verbs that it is told of. */
public final class TestExtender implements SchedulerExtender {

  private final String name;
  private final Map<String, String> failed = new LinkedHashMap<>();
  private final Map<String, String> unresolvable = new LinkedHashMap<>();
  private final List<String> dropped = new ArrayList<>();
  private final List<String> questions = new ArrayList<>();
  private final Map<String, Long> points = new LinkedHashMap<>();
  private Predicate<Pod> interest = _ -> true;
  private boolean filters;
  private boolean scores;
  private boolean ignorable;
  private @Nullable RuntimeException thrown;
  private @Nullable String failure;
  private boolean recovers;
  private @Nullable CompletionStage<Outcome> binding;

  private TestExtender(String name) {
    this.name = name;
  }

  public static TestExtender named(String name) {
    return new TestExtender(name);
  }

  /** Filters, and takes nothing out but what it is told. */
  public TestExtender filtering() {
    filters = true;
    return this;
  }

  public TestExtender rejecting(String node, String reason) {
    failed.put(node, reason);
    return filtering();
  }

  public TestExtender rejectingForGood(String node, String reason) {
    unresolvable.put(node, reason);
    return filtering();
  }

  /** Takes a node out and does not say why. */
  public TestExtender dropping(String node) {
    dropped.add(node);
    return filtering();
  }

  public TestExtender giving(String node, long value) {
    scores = true;
    points.put(node, value);
    return this;
  }

  public TestExtender binding(CompletionStage<Outcome> outcome) {
    binding = outcome;
    return this;
  }

  public TestExtender interestedOnly(Predicate<Pod> pods) {
    interest = pods;
    return this;
  }

  /** Fails whatever it is asked. */
  public TestExtender failing(String message) {
    failure = message;
    return this;
  }

  /** Fails the first time that it filters. */
  public TestExtender failingOnce(String message) {
    recovers = true;
    return failing(message);
  }

  public TestExtender throwing(RuntimeException exception) {
    thrown = exception;
    return this;
  }

  public TestExtender mayBeIgnored() {
    ignorable = true;
    return this;
  }

  /** What it was asked: the verb and the nodes. */
  public List<String> questions() {
    return questions;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean ignorable() {
    return ignorable;
  }

  @Override
  public boolean interestedIn(Pod pod) {
    return interest.test(pod);
  }

  @Override
  public boolean filters() {
    return filters;
  }

  @Override
  public boolean scores() {
    return scores;
  }

  @Override
  public boolean binds() {
    return binding != null;
  }

  @Override
  public boolean preempts() {
    return false;
  }

  @Override
  public FilterAnswer filter(Pod pod, List<NodeInfo> nodes) throws ExtenderException {
    asked("filter", nodes);
    if (failure != null) {
      var now = new ExtenderException(failure);
      failure = recovers ? null : failure;
      throw now;
    }
    List<String> feasible =
        nodes.stream()
            .map(NodeInfo::name)
            .filter(node ->
                !failed.containsKey(node)
                    && !unresolvable.containsKey(node)
                    && !dropped.contains(node))
            .toList();
    return new FilterAnswer(feasible, failed, unresolvable);
  }

  @Override
  public CompletionStage<Map<String, Long>> score(Pod pod, List<NodeInfo> nodes) {
    asked("score", nodes);
    return failure == null
        ? CompletableFuture.completedStage(points)
        : CompletableFuture.failedStage(new ExtenderException(failure));
  }

  @Override
  public CompletionStage<Outcome> bind(Pod pod, String nodeName) {
    questions.add("bind " + nodeName);
    if (thrown != null) {
      throw thrown;
    }
    return failure == null && binding != null ? binding : Outcome.failed(String.valueOf(failure));
  }

  @Override
  public SequencedMap<String, Victims> preempt(
      Pod pod, SequencedMap<String, Victims> victims, ClusterView cluster) {
    throw new UnsupportedOperationException(name);
  }

  private void asked(String verb, List<NodeInfo> nodes) {
    questions.add(verb + " " + String.join(" ", nodes.stream().map(NodeInfo::name).toList()));
    if (thrown != null) {
      throw thrown;
    }
  }
}
