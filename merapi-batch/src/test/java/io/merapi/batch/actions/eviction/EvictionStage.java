package io.merapi.batch.actions.eviction;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.fixes.Fix;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.session.Session;
import io.merapi.api.session.TaskStatus;
import io.merapi.api.session.extension.BatchPlugin;
import io.merapi.api.workload.PriorityClass;
import io.merapi.batch.session.Action;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodBuilder;
import io.merapi.testkit.PodGroupBuilder;
import io.merapi.testkit.QueueBuilder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A small cluster on which an action evicts, and what became of it. There are the priority classes
 * {@code low}, {@code middle} and {@code high}; groups were admitted to their queue.
 */
public final class EvictionStage {

  private final World world = new World();

  public EvictionStage() {
    priority("low", 1);
    priority("middle", 5);
    priority("high", 10);
  }

  private void priority(String name, int value) {
    world.with(new PriorityClass(ObjectMeta.named("", name), value, false, ""));
  }

  /** One more tier, of this plugin alone. */
  public EvictionStage tier(Function<Session, BatchPlugin> plugin) {
    world.tier(plugin);
    return this;
  }

  public EvictionStage fixing(Fix... fixes) {
    world.fixing(fixes);
    return this;
  }

  public EvictionStage with(ClusterObject... objects) {
    world.with(objects);
    return this;
  }

  public EvictionStage queue(String name) {
    return with(QueueBuilder.queue(name).build());
  }

  /** A node with some cpus, and room for ten pods. */
  public EvictionStage node(String name, int cpus) {
    return with(
        NodeBuilder.node(name)
            .allocatable("cpu", Integer.toString(cpus))
            .allocatable("pods", "10")
            .build());
  }

  /** A group in the queue {@code default}. */
  public static PodGroupBuilder group(String name, String priorityClass, int minMember) {
    return PodGroupBuilder.podGroup(name)
        .priorityClass(priorityClass)
        .minMember(minMember)
        .phase(PodGroupPhase.INQUEUE);
  }

  public EvictionStage job(String name, String priorityClass, int minMember) {
    return with(group(name, priorityClass, minMember).build());
  }

  /** A running pod of one cpu. */
  public EvictionStage running(String name, String group, String node) {
    return with(World.running(name, group, node).build());
  }

  /** A pod of one cpu that waits. */
  public EvictionStage pending(String name, String group) {
    return with(World.pending(name, group).build());
  }

  /** A pod that asks for nothing. */
  public static PodBuilder bestEffort(String name, String group) {
    return PodBuilder.pod(name).uid("uid-" + name).group(group).schedulerName("volcano");
  }

  public Outcome run(Action action) {
    SchedulingSession session = world.open();
    action.execute(session);
    return new Outcome(session, world);
  }

  /** The session after the action, and what went out. */
  public record Outcome(SchedulingSession session, World world) {

    /** Evicted pods with the word for events, in order. */
    public List<String> evicted() {
      return world.effects().calls().stream()
          .filter(call -> call.startsWith("evict "))
          .map(call -> call.substring("evict ".length()))
          .toList();
    }

    /** Pipelined pods with their nodes. */
    public Map<String, String> pipelined() {
      var nodes = new TreeMap<String, String>();
      session
          .jobs()
          .forEach(job ->
              job.tasks(TaskStatus.PIPELINED)
                  .forEach(task -> nodes.put(task.name(), task.nodeName())));
      return nodes;
    }

    /** What users are told of pods once the session is closed. */
    public List<String> told() {
      session.close();
      return world.effects().calls().stream().filter(call -> call.startsWith("pod ")).toList();
    }
  }
}
