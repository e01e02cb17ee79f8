package io.merapi.batch.actions.bundles;

import static io.merapi.testkit.PodGroupBuilder.podGroup;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.session.Session;
import io.merapi.api.session.TaskStatus;
import io.merapi.api.session.extension.BatchPlugin;
import io.merapi.api.workload.PriorityClass;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.plugins.gang.Gang;
import io.merapi.batch.plugins.priority.Priority;
import io.merapi.batch.session.Action;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodGroupBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;

/** A cluster in which gangs of two priorities contend, and what an action does there. */
public final class Gangs {

  public static final String HIGH = "high";
  public static final String LOW = "low";

  private final World world =
      new World(
          new PriorityClass(ObjectMeta.named("", HIGH), 100, false, ""),
          new PriorityClass(ObjectMeta.named("", LOW), 10, false, ""));

  /**
   * An empty cluster, with gang and priority as plugins.
   *
   * @param first plugins that come before these, one in each tier
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // They are only read.
  public Gangs(Function<Session, BatchPlugin>... first) {
    List.of(first).forEach(world::tier);
    world.tier(Gang::new).tier(_ -> new Priority());
  }

  public World world() {
    return world;
  }

  public Gangs with(ClusterObject... objects) {
    world.with(objects);
    return this;
  }

  /** A node for some cpus. */
  public Gangs node(String name, String cpu) {
    return with(NodeBuilder.node(name).allocatable("cpu", cpu).allocatable("pods", "20").build());
  }

  /** An admitted group of a priority class. */
  public static PodGroupBuilder group(String name, String priority, int minMember) {
    return podGroup(name).priorityClass(priority).minMember(minMember).phase(PodGroupPhase.INQUEUE);
  }

  /** Pods of a group, {@code group-0} and so on, that wait and ask for some cpus each. */
  public Gangs waiting(String group, int pods, String cpu) {
    for (int i = 0; i < pods; i++) {
      with(World.pending("%s-%d".formatted(group, i), group).request("cpu", cpu).build());
    }
    return this;
  }

  /** The same on nodes, one for each node named. */
  public Gangs running(String group, String cpu, String... nodes) {
    for (int i = 0; i < nodes.length; i++) {
      with(World.running("%s-%d".formatted(group, i), group, nodes[i]).request("cpu", cpu).build());
    }
    return this;
  }

  public SchedulingSession run(Action action) {
    SchedulingSession session = world.open();
    action.execute(session);
    return session;
  }

  /** The names of evicted pods, in order. */
  public List<String> evicted() {
    return world.effects().calls().stream()
        .filter(call -> call.startsWith("evict "))
        .map(call -> call.substring("evict ".length(), call.indexOf(':')))
        .toList();
  }

  /** The nodes of pipelined tasks. */
  public static Map<String, String> pipelined(SchedulingSession session) {
    var nodes = new TreeMap<String, String>();
    for (JobState job : session.jobs()) {
      for (TaskState task : job.tasks(TaskStatus.PIPELINED)) {
        nodes.put(task.name(), task.nodeName());
      }
    }
    return nodes;
  }

  public static JobState job(SchedulingSession session, String name) {
    return Objects.requireNonNull(session.job("default/" + name));
  }
}
