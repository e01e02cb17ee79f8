package io.merapi.batch.plugins.predicates;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.Verdict;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.PersistentVolumeClaim;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.kubeplugins.WrappingSettings;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import io.merapi.kube.devices.PendingAllocations;
import io.merapi.kube.effects.Effects;
import io.merapi.kube.effects.LivePods;
import io.merapi.kube.effects.Outcome;
import io.merapi.kube.effects.VolumeWriter;
import io.merapi.kube.effects.Waiting;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.state.AssumedObjects;
import io.merapi.testkit.PodGroupBuilder;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A cluster with one job, {@code job}, and sessions with the predicates plugin. */
public final class PredicatesStage implements VolumeWriter, Waiting {

  /** The keys of volumes and claims that were written, in order. */
  final List<String> written = new ArrayList<>();

  /** How long the binding of volumes may take; absent while none was begun. */
  @Nullable Duration patience;

  /** Why the cluster takes no writes; empty while it does. */
  String refusal = "";

  final AssumedObjects assumed = new AssumedObjects();
  final PendingAllocations pending = new PendingAllocations();

  private final PredicatesArgs args;
  private final World world;
  private InstantSource clock = InstantSource.fixed(World.NOW);
  private @Nullable SchedulingSession session;
  private @Nullable Predicates plugin;

  public PredicatesStage(ClusterObject... objects) {
    this(PredicatesArgs.DEFAULTS, objects);
  }

  public PredicatesStage(PredicatesArgs args, ClusterObject... objects) {
    this.args = args;
    this.world = new World(PodGroupBuilder.podGroup("job").build()).with(objects);
    world.tier(opened -> {
      plugin = make((SchedulingSession) opened);
      return plugin;
    });
  }

  /** Arguments with all filters that have a switch on or off. */
  public static PredicatesArgs args(
      boolean filters, boolean cache, PredicatesArgs.VolumeBinding volumes, Duration timeout) {
    return new PredicatesArgs(
        filters, filters, filters, filters, filters, filters, filters, filters, cache, null,
        volumes, timeout);
  }

  private Predicates make(SchedulingSession opened) {
    Effects refused = Effects.refused();
    var effects =
        new Effects(
            refused.binder(), this, refused.claims(), refused.evictor(), refused.reporter());
    var parts = new SchedulerParts(effects, assumed, pending, this, LivePods.NONE, List.of(), 0);
    WrappingSettings<WrappedFilters.Settings> settings = Predicates.settings(args, opened);
    var timed =
        new WrappingSettings<>(settings.arguments(), settings.gates(), settings.resources(), clock);
    return new Predicates(args, new WrappedFilters(timed, parts), opened);
  }

  /** The clock that the plugins behind the predicates read. */
  PredicatesStage clock(InstantSource value) {
    clock = value;
    return this;
  }

  public World world() {
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

  Predicates plugin() {
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

  SessionNode node(String name) {
    return Objects.requireNonNull(session().node(name));
  }

  /** What a node says of a task for which pre-predicates have nothing against it. */
  public Fit fit(String task, String node) {
    Fit atAll = plugin().prePredicate(task(task));
    return atAll.isSuccess() ? plugin().predicate(task(task), node(node)) : atAll;
  }

  /** The names of the pods that kube plugins see on a node. */
  List<String> seenOn(String node) {
    return Objects.requireNonNull(session().cluster().node(node)).pods().stream()
        .map(pod -> pod.pod().name())
        .toList();
  }

  /** The names of the volumes that are taken for a claim and not written yet. */
  Set<String> assumedVolumes() {
    return assumed.assumed(session().cluster(), ObjectKind.PERSISTENT_VOLUME).keySet();
  }

  @Override
  public CompletionStage<Outcome> update(PersistentVolume volume) {
    return write(volume.key());
  }

  @Override
  public CompletionStage<Outcome> update(PersistentVolumeClaim claim) {
    return write(claim.key());
  }

  private CompletionStage<Outcome> write(String key) {
    if (!refusal.isEmpty()) {
      return Outcome.failed(refusal);
    }
    written.add(key);
    return Outcome.done();
  }

  @Override
  public CompletionStage<Verdict> until(
      Function<ClusterView, @Nullable Verdict> look, Duration atMost, Verdict tooLate) {
    patience = atMost;
    return CompletableFuture.completedStage(Verdict.success());
  }
}
