package io.merapi.kube.extenders;

import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.kube.effects.Outcome;
import io.merapi.kube.extenders.SchedulerExtender.ExtenderException;
import io.merapi.kube.extenders.SchedulerExtender.FilterAnswer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All extenders of a scheduler, and what a cycle makes of their answers.
 *
 * <p>Upstream counterpart: {@code findNodesThatPassExtenders}, {@code extendersBinding} and the
 * second half of {@code prioritizeNodes}.
 */
public final class Extenders {

  public static final Extenders NONE = new Extenders(List.of());

  /** What stands among the plugins that turned a pod down where an extender did. */
  public static final String NAME = "Extender";

  private static final CompletionStage<Verdict> NOT_BOUND =
      CompletableFuture.completedFuture(Verdict.skip());

  private final List<SchedulerExtender> extenders;

  /**
   * Takes the extenders in the order in which they are asked.
   *
   * @param extenders the ignorable ones last
   */
  public Extenders(List<SchedulerExtender> extenders) {
    this.extenders = List.copyOf(extenders);
  }

  /** Whether some extender filters, whatever the pod. */
  public boolean anyFilters() {
    return extenders.stream().anyMatch(SchedulerExtender::filters);
  }

  /** Whether some extender scores, whatever the pod. */
  public boolean anyScores() {
    return extenders.stream().anyMatch(SchedulerExtender::scores);
  }

  /** Whether some extender has a say in where the pod goes. */
  public boolean concern(Pod pod) {
    for (int i = 0; i < extenders.size(); i++) {
      SchedulerExtender extender = extenders.get(i);
      if ((extender.filters() || extender.scores()) && extender.interestedIn(pod)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Passes nodes from one extender to the next, each of which may take some out.
   *
   * @param rejected is told of nodes that were taken out with a reason; a node may be taken out
   *     without one
   * @return the nodes that are left
   * @throws ExtenderException if an extender fails that may not be ignored
   */
  public List<NodeInfo> filter(Pod pod, List<NodeInfo> nodes, BiConsumer<String, Verdict> rejected)
      throws ExtenderException {
    List<NodeInfo> left = nodes;
    for (SchedulerExtender extender : extenders) {
      if (left.isEmpty()) {
        break;
      }
      if (extender.filters() && extender.interestedIn(pod)) {
        left = filter(extender, pod, left, rejected);
      }
    }
    return left;
  }

  private static List<NodeInfo> filter(
      SchedulerExtender extender,
      Pod pod,
      List<NodeInfo> nodes,
      BiConsumer<String, Verdict> rejected)
      throws ExtenderException {
    FilterAnswer answer;
    try {
      answer = ask(extender, pod, nodes);
    } catch (ExtenderException e) {
      if (extender.ignorable()) {
        return nodes;
      }
      throw e;
    }
    answer
        .unresolvable()
        .forEach((node, text) -> rejected.accept(node, Verdict.unresolvable(reason(text))));
    answer
        .failed()
        .forEach((node, text) -> {
          if (!answer.unresolvable().containsKey(node)) {
            rejected.accept(node, Verdict.unschedulable(reason(text)));
          }
        });
    var feasible = new HashSet<>(answer.feasible());
    return nodes.stream().filter(node -> feasible.contains(node.name())).toList();
  }

  private static FilterAnswer ask(SchedulerExtender extender, Pod pod, List<NodeInfo> nodes)
      throws ExtenderException {
    try {
      return extender.filter(pod, nodes);
    } catch (RuntimeException e) {
      throw new ExtenderException("extender \"%s\" threw %s".formatted(extender.name(), e));
    }
  }

  private static Reason reason(String text) {
    return Reason.of("RejectedByExtender", text);
  }

  /** The points of every extender that gives some; one that fails gives none, ignorable or not. */
  public List<Points> score(Pod pod, List<NodeInfo> nodes) {
    var asked = new ArrayList<Map.Entry<String, CompletableFuture<Map<String, Long>>>>();
    for (SchedulerExtender extender : extenders) {
      if (extender.scores() && extender.interestedIn(pod)) {
        asked.add(
            Map.entry(
                extender.name(), begin(() -> extender.score(pod, nodes)).toCompletableFuture()));
      }
    }
    var points = new ArrayList<Points>();
    for (var entry : asked) {
      try {
        points.add(new Points(entry.getKey(), entry.getValue().join()));
      } catch (CompletionException | CancellationException _) {
        // The plugins and the other extenders decide without it.
      }
    }
    return points;
  }

  /**
   * Lets the first extender bind the pod that binds such pods.
   *
   * @return a skip where none has bound it, which is then for the plugins to do
   */
  public CompletionStage<Verdict> bind(Pod pod, String nodeName) {
    CompletionStage<Verdict> done = NOT_BOUND;
    for (int i = 0; i < extenders.size(); i++) {
      SchedulerExtender extender = extenders.get(i);
      if (extender.binds() && extender.interestedIn(pod)) {
        done =
            done.thenCompose(before ->
                before.isSkip()
                    ? begin(() -> extender.bind(pod, nodeName))
                        .handle((outcome, thrown) -> bound(extender, outcome, thrown))
                    : CompletableFuture.completedStage(before));
      }
    }
    return done;
  }

  private static Verdict bound(
      SchedulerExtender extender, @Nullable Outcome outcome, @Nullable Throwable thrown) {
    if (thrown == null && outcome instanceof Outcome.Done) {
      return Verdict.success();
    }
    if (extender.ignorable()) {
      return Verdict.skip();
    }
    return Verdict.error(
        outcome instanceof Outcome.Failed(var message)
            ? message
            : "extender \"%s\" threw %s".formatted(extender.name(), thrown));
  }

  /** What an extender throws at once counts as what it throws later. */
  private static <T> CompletionStage<T> begin(Supplier<CompletionStage<T>> call) {
    try {
      return call.get();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /**
   * What one extender gives to nodes, beside what the plugins give.
   *
   * @param byNode by name; 0 for nodes that are not in it
   */
  public record Points(String extender, Map<String, Long> byNode) {

    public Points {
      byNode = Map.copyOf(byNode);
    }

    /** The points of each node, in the order of the nodes. */
    public long[] of(List<NodeInfo> nodes) {
      return nodes.stream().mapToLong(node -> byNode.getOrDefault(node.name(), 0L)).toArray();
    }
  }
}
