package io.merapi.config.plugins;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.plugin.BatchPluginSpec;
import io.merapi.api.plugin.KubePluginSpec;
import io.merapi.api.plugin.PluginSpec;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodPhase;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.cycle.BatchHost;
import io.merapi.batch.cycle.BatchScheduler;
import io.merapi.batch.cycle.BatchSettings;
import io.merapi.batch.effects.BatchWriter;
import io.merapi.batch.measures.BatchMeasures;
import io.merapi.batch.usage.UsageSource;
import io.merapi.config.batch.BatchConfigurationReader;
import io.merapi.config.batch.TextDocument;
import io.merapi.config.kube.KubeConfigurationReader;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.cycle.DrivenScheduler;
import io.merapi.kube.cycle.KubeScheduler;
import io.merapi.kube.cycle.SchedulerHost;
import io.merapi.kube.cycle.SchedulerSettings;
import io.merapi.kube.effects.Effects;
import io.merapi.kube.effects.Outcome;
import io.merapi.kube.effects.PodReporter;
import io.merapi.kube.measures.KubeMeasures;
import io.merapi.testkit.JarBuilder;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A scheduler goes on with another version of a JAR, and nothing is left of the one before. */
class PluginReplacementTest {

  /** Sends every pod to one node; {@code %s} stands for its name. */
  private static final String KUBE =
      """
      package acme;

      import io.merapi.api.feature.FeatureGates;
      import io.merapi.api.framework.*;
      import io.merapi.api.node.NodeInfo;
      import io.merapi.api.plugin.*;
      import io.merapi.api.pod.PodInfo;

      public final class Spec implements KubePluginSpec<Spec.Args> {
        public String name() { return "Acme"; }
        public Class<Only> type() { return Only.class; }
        public Args bind(Arguments in, FeatureGates gates) { return new Args("%s"); }
        public Plugin make(Args arguments, PluginContext context) {
          return new Only(arguments, context.cycleKey("acme", Memory.class));
        }

        public record Args(String node) {}

        static final class Memory {}

        record Only(Args args, CycleKey<Memory> key) implements PreFilterPlugin, FilterPlugin, ScorePlugin {
          public String name() { return "Acme"; }
          public PreFilterResult preFilter(CycleState state, PodInfo pod, ClusterView cluster) {
            state.put(key, new Memory());
            return PreFilterResult.ALL_NODES;
          }
          public Verdict filter(CycleState state, PodInfo pod, NodeInfo node) {
            return node.name().equals(args.node()) ? Verdict.success() : Verdict.unschedulable(new Other());
          }
          public long score(CycleState state, PodInfo pod, NodeInfo node) { return 7; }
          public Dependence filterDependence(PodInfo pod, ClusterView cluster) { return Dependence.NODE; }
          public Dependence scoreDependence(PodInfo pod, ClusterView cluster) { return Dependence.NODE; }
        }

        record Other() implements Reason {
          public String code() { return "Other"; }
          public String summary() { return "node(s) were others"; }
        }
      }
      """;

  private static final String BATCH =
      """
      package acme;

      import io.merapi.api.feature.FeatureGates;
      import io.merapi.api.framework.*;
      import io.merapi.api.plugin.*;
      import io.merapi.api.session.*;
      import io.merapi.api.session.extension.*;
      import java.util.Optional;

      public final class Spec implements BatchPluginSpec<Spec.Args> {
        public String name() { return "acme"; }
        public Class<Only> type() { return Only.class; }
        public Args bind(Arguments in, FeatureGates gates) { return new Args("%s"); }
        public BatchPlugin make(Args arguments, Session session) {
          session.sumByQueue("acme", job -> job.allocated());
          return new Only(arguments);
        }

        public record Args(String node) {}

        record Only(Args args) implements Predicate, NodeOrder {
          public String name() { return "acme"; }
          public Fit predicate(Task task, SessionNode node) {
            return node.name().equals(args.node())
                ? Fit.fits() : Fit.unschedulable(Reason.of("Other", "node(s) were others"));
          }
          public double scoreNode(Task task, SessionNode node) { return 7; }
          public boolean tellsJobsApart() { return false; }
          public Optional<Object> standpoint() { return Optional.of(args); }
          public Dependence predicateDependence(Task task) { return Dependence.NODE; }
          public Dependence nodeOrderDependence(Task task) { return Dependence.NODE; }
        }
      }
      """;

  private static final String PROFILE =
      """
      apiVersion: kubescheduler.config.k8s.io/v1
      kind: KubeSchedulerConfiguration
      profiles:
      - plugins: {multiPoint: {enabled: [{name: Acme}]}}
      """;

  private static final String TIERS =
      """
      actions: "enqueue, allocate, backfill"
      tiers:
      - plugins: [{name: gang}, {name: acme}]
      - plugins: [{name: predicates}, {name: proportion}, {name: nodeorder}]
      """;

  @TempDir Path temp;
  private final List<String> bound = new ArrayList<>();
  private final ArrayDeque<Runnable> loop = new ArrayDeque<>();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private Path jar = Path.of("");
  private int built;

  @BeforeEach
  void makeDirectory() throws IOException {
    jar = Files.createDirectory(temp.resolve("plugins")).resolve("acme.jar");
  }

  @Test
  void aKubeSchedulerGoesOnWithTheNewVersionAndKeepsNothingOfTheOld() throws Exception {
    build(KUBE, KubePluginSpec.class, "a");
    var directory = new PluginDirectory(Objects.requireNonNull(jar.getParent()));
    PluginSet set = directory.refresh();
    var loader = new WeakReference<>(loader(set.kube().named("Acme").orElseThrow()));
    SchedulerHost host = kubeHost(set);
    var scheduler =
        new KubeScheduler(kube(set), FeatureGates.DEFAULTS, SchedulerSettings.DEFAULTS, host);
    workers(scheduler);
    apply(scheduler, pod("p1").request("cpu", "1").build());
    // This one fits nowhere, and its rejection is remembered.
    apply(scheduler, pod("huge").request("cpu", "64").build());
    assertThat(bound).containsExactly("p1 on a");

    build(KUBE, KubePluginSpec.class, "b");
    set = directory.refresh();
    host = kubeHost(set);
    assertThat(scheduler.objection(kube(set), host)).isNull();
    scheduler.reconfigure(kube(set), host);
    apply(scheduler, pod("p2").request("cpu", "1").build());

    assertThat(bound).containsExactly("p1 on a", "p2 on b");
    PluginDirectoryTest.awaitCollection(loader);
    scheduler.close();
  }

  @Test
  void aBatchSchedulerGoesOnWithTheNewVersionAndKeepsNothingOfTheOld() throws Exception {
    build(BATCH, BatchPluginSpec.class, "a");
    var directory = new PluginDirectory(Objects.requireNonNull(jar.getParent()));
    PluginSet set = directory.refresh();
    var loader = new WeakReference<>(loader(set.batch().named("acme").orElseThrow()));
    BatchHost host = host(set);
    var scheduler =
        new BatchScheduler(batch(set), FeatureGates.DEFAULTS, BatchSettings.DEFAULTS, host);
    workers(scheduler);
    apply(scheduler, queue("default").build());
    group(scheduler, "g1", "1");
    group(scheduler, "huge", "64");
    hold(scheduler);
    assertThat(bound).containsExactly("g1-0 on a");

    build(BATCH, BatchPluginSpec.class, "b");
    set = directory.refresh();
    host = host(set);
    assertThat(scheduler.objection(batch(set), host)).isNull();
    scheduler.reconfigure(batch(set), host);
    group(scheduler, "g2", "1");
    hold(scheduler);

    assertThat(bound).containsExactly("g1-0 on a", "g2-0 on b");
    PluginDirectoryTest.awaitCollection(loader);
    scheduler.close();
  }

  private void build(String source, Class<?> service, String node) {
    JarBuilder.in(temp.resolve("work-" + built++))
        .against(PluginSpec.class)
        .against(Nullable.class)
        .source("acme.Spec", source.formatted(node))
        .service(service, "acme.Spec")
        .write(jar);
  }

  private static ClassLoader loader(PluginSpec<?> spec) {
    return spec.getClass().getClassLoader();
  }

  private static KubeConfiguration kube(PluginSet set) {
    return Objects.requireNonNull(
        new KubeConfigurationReader(set.kube())
            .read("scheduler.yaml", PROFILE, FeatureGates.DEFAULTS)
            .configuration());
  }

  private static BatchConfiguration batch(PluginSet set) {
    return BatchConfigurationReader.read("test.conf", TIERS, FeatureGates.DEFAULTS, set.batch())
        .configuration()
        .orElseThrow();
  }

  private Effects effects() {
    Effects refused = Effects.refused();
    return new Effects(
        (pod, node) -> bind(pod, node),
        refused.volumes(),
        refused.claims(),
        refused.evictor(),
        port(PodReporter.class));
  }

  private SchedulerHost kubeHost(PluginSet set) {
    return new SchedulerHost(
        effects(), List.of(), () -> now, loop::add, set.kube()::factories, KubeMeasures.NONE);
  }

  private BatchHost host(PluginSet set) {
    return new BatchHost(
        port(BatchWriter.class),
        effects(),
        UsageSource.NONE,
        null,
        () -> now,
        loop::add,
        set.batch(),
        TextDocument::read,
        session -> assertThat(session.failures().all()).isEmpty(),
        BatchMeasures.NONE);
  }

  /** A port through which everything goes well. */
  private <P> P port(Class<P> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) ->
                method.getName().equals("bind")
                    ? bind((Pod) arguments[0], (String) arguments[1])
                    : method.getReturnType() == CompletionStage.class ? Outcome.done() : null));
  }

  private CompletionStage<Outcome> bind(Pod pod, String node) {
    bound.add("%s on %s".formatted(pod.name(), node));
    return Outcome.done();
  }

  private void workers(DrivenScheduler scheduler) {
    for (String name : List.of("a", "b")) {
      apply(scheduler, node(name).allocatable("cpu", "8").allocatable("pods", "9").build());
    }
  }

  private void group(DrivenScheduler scheduler, String name, String cpu) {
    apply(scheduler, podGroup(name).phase(PodGroupPhase.INQUEUE).build());
    apply(
        scheduler,
        pod(name + "-0")
            .schedulerName("volcano")
            .phase(PodPhase.PENDING)
            .group(name)
            .request("cpu", cpu)
            .build());
  }

  private void apply(DrivenScheduler scheduler, ClusterObject object) {
    scheduler.accept(new ObjectEvent.Applied(object));
    settle(scheduler);
  }

  /** Lets time pass until a session is due. */
  private void hold(DrivenScheduler scheduler) {
    now = now.plusSeconds(2);
    settle(scheduler);
  }

  private void settle(DrivenScheduler scheduler) {
    boolean busy = true;
    while (busy) {
      Runnable work = loop.poll();
      if (work != null) {
        work.run();
      } else {
        busy = scheduler.proceed();
      }
    }
  }
}
