package io.merapi.batch.plugins.capacity;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.feature.FeatureGate;
import io.merapi.api.fixes.Fix;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.VictimVote;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.plugins.gang.Gang;
import io.merapi.batch.session.RecordedEffects;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A cluster with queues that the capacity plugin looks after, and one session on it. */
public final class QueueWorld {

  private final World world;
  private @Nullable SchedulingSession session;
  private @Nullable Capacity plugin;

  private QueueWorld(boolean hierarchical, CapacityArgs args, ClusterObject... objects) {
    world = new World(objects);
    world.tier(opened -> {
      var made = new Capacity(args, hierarchical, opened);
      plugin = made;
      return made;
    });
  }

  /** Queues side by side. */
  public static QueueWorld flat(ClusterObject... objects) {
    return new QueueWorld(false, CapacityArgs.DEFAULTS, objects);
  }

  /** Queues in a tree. */
  public static QueueWorld tree(ClusterObject... objects) {
    return new QueueWorld(true, CapacityArgs.DEFAULTS, objects);
  }

  static QueueWorld flat(CapacityArgs args, ClusterObject... objects) {
    return new QueueWorld(false, args, objects);
  }

  static QueueWorld tree(CapacityArgs args, ClusterObject... objects) {
    return new QueueWorld(true, args, objects);
  }

  public QueueWorld fixing(Fix... bugs) {
    world.fixing(bugs);
    return this;
  }

  QueueWorld enabling(FeatureGate gate) {
    world.enabling(gate);
    return this;
  }

  /** Has jobs starve that are below their minimum, so that actions look after them. */
  public QueueWorld withGangs() {
    world.tier(Gang::new);
    return this;
  }

  public QueueWorld with(ClusterObject... objects) {
    world.with(objects);
    return this;
  }

  public RecordedEffects effects() {
    return world.effects();
  }

  /** The session, opened by the first question. */
  public SchedulingSession session() {
    if (session == null) {
      session = world.open();
    }
    return session;
  }

  public Capacity plugin() {
    session();
    return Objects.requireNonNull(plugin);
  }

  public JobState job(String name) {
    return Objects.requireNonNull(session().job("default/" + name));
  }

  public QueueInfo queue(String name) {
    return Objects.requireNonNull(session().queue(name));
  }

  public TaskState task(String name) {
    return session().jobs().stream()
        .flatMap(job -> job.tasks().stream())
        .filter(task -> task.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  public List<TaskState> tasks(String... names) {
    return Arrays.stream(names).map(this::task).toList();
  }

  /** A figure that the plugin shows of a queue. */
  @Nullable Object figure(String queue, String name) {
    return accounts().get(queue) instanceof Map<?, ?> figures ? figures.get(name) : null;
  }

  Map<?, ?> accounts() {
    return (Map<?, ?>) Objects.requireNonNull(plugin().attributes().get("queues"));
  }

  /** How much cpu a figure has. */
  public double cpus(String queue, String name) {
    return ((Resources) Objects.requireNonNull(figure(queue, name))).cpuMillis() / 1000;
  }

  double share(String queue) {
    return (double) Objects.requireNonNull(figure(queue, "share"));
  }

  /** The names of the tasks that may go for a task, in order. */
  public List<String> victims(String reclaimer, String... reclaimees) {
    return names(plugin().reclaimable(task(reclaimer), tasks(reclaimees)));
  }

  static List<String> names(VictimVote vote) {
    return ((VictimVote.Choice) vote).victims().stream().map(Task::name).toList();
  }
}
