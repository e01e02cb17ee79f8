package io.merapi.batch.plugins.nodeorder;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import io.merapi.testkit.PodGroupBuilder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A cluster with one job, {@code job}, and sessions with the nodeorder plugin. */
public final class NodeOrderStage {

  private final World world;
  private final ImageHolders holders = new ImageHolders();
  private @Nullable SchedulingSession session;
  private @Nullable NodeOrderPlugin plugin;

  public NodeOrderStage(NodeOrderArgs args, ClusterObject... objects) {
    this.world = new World(PodGroupBuilder.podGroup("job").build()).with(objects);
    world.tier(opened -> {
      var scheduling = (SchedulingSession) opened;
      var scores = new WrappedScores(NodeOrderPlugin.settings(args, scheduling));
      plugin = new NodeOrderPlugin(args, scores, holders, scheduling);
      return plugin;
    });
  }

  World world() {
    return world;
  }

  /** A new session on the cluster as it is now. */
  public SchedulingSession open() {
    session = world.open();
    return session;
  }

  public SchedulingSession session() {
    return session == null ? open() : session;
  }

  NodeOrderPlugin plugin() {
    session();
    return Objects.requireNonNull(plugin);
  }

  public TaskState task(String name) {
    return session().jobs().stream()
        .flatMap(job -> job.tasks().stream())
        .filter(task -> task.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** What all nodes score together. */
  double[] scores(String task) {
    return plugin().scoreNodes(task(task), session().nodes());
  }

  /** What the images of each node score. */
  double[] imageScores(String task) {
    return session().nodes().stream()
        .mapToDouble(node -> plugin().scoreNode(task(task), node))
        .toArray();
  }
}
