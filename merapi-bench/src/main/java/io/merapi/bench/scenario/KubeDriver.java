package io.merapi.bench.scenario;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.pod.Pod;
import io.merapi.config.kube.KubeConfigurationReader;
import io.merapi.kube.cycle.KubeScheduler;
import io.merapi.kube.cycle.SchedulerHost;
import io.merapi.kube.cycle.SchedulerSettings;
import io.merapi.kube.effects.Effects;
import io.merapi.kube.effects.Outcome;
import io.merapi.kube.effects.PodReporter;
import io.merapi.kube.placement.ClassMemory;
import io.merapi.sim.time.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler of single pods, with the default profile, on a cluster that does at once whatever
 * it is told: what is left is what the scheduler does itself.
 */
final class KubeDriver implements AutoCloseable {

  private final VirtualTime time = new VirtualTime(Cluster.START);
  private final KubeScheduler scheduler;
  private final List<Pod> evicted = new ArrayList<>();
  private int bound;
  private int evictions;

  KubeDriver(Setting setting) {
    var claims = new ClaimsAtOnce(object -> time.execute(() -> apply(object)));
    var effects = new Effects(this::bind, claims, claims, this::evict, new NobodyListens());
    this.scheduler =
        new KubeScheduler(
            new KubeConfigurationReader().defaults(FeatureGates.DEFAULTS),
            FeatureGates.DEFAULTS,
            new SchedulerSettings(
                setting.seed(),
                setting.sampling(),
                Fixes.NONE,
                SchedulerSettings.DEFAULTS.assumedPodTimeout(),
                SchedulerSettings.DEFAULTS.maxUnschedulable(),
                setting.reference(),
                ClassMemory.ofHeap(Runtime.getRuntime().maxMemory())),
            new SchedulerHost(effects, time, time));
  }

  void apply(ClusterObject object) {
    scheduler.accept(new ObjectEvent.Applied(object));
  }

  /** Takes a pod from the queue, decides about it and has that done; whether there was one. */
  boolean scheduleOne() {
    boolean found = scheduler.scheduleOne();
    time.runDue();
    return found;
  }

  /** Takes in that the pods which were evicted are gone. */
  void removeEvicted() {
    for (Pod pod : evicted) {
      scheduler.accept(new ObjectEvent.Deleted(pod));
    }
    evictions += evicted.size();
    evicted.clear();
  }

  int bound() {
    return bound;
  }

  int evictions() {
    return evictions;
  }

  private CompletionStage<Outcome> bind(Pod pod, String nodeName) {
    bound++;
    return Outcome.done();
  }

  private CompletionStage<Outcome> evict(Pod victim, Pod preemptor) {
    evicted.add(victim);
    return Outcome.done();
  }

  @Override
  public void close() {
    scheduler.close();
  }

  /** Takes reports and keeps none. */
  private static final class NobodyListens implements PodReporter {

    @Override
    public void scheduled(Pod pod, String nodeName) {}

    @Override
    public void unscheduled(
        Pod pod, String reason, String message, @Nullable String nominatedNode) {}

    @Override
    public void preempted(Pod victim, Pod preemptor, String nodeName) {}

    @Override
    public void expected(Pod pod, String nodeName) {}

    @Override
    public void nominationCleared(Pod pod) {}
  }
}
