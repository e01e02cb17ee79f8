package io.merapi.bench.parts;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodPhase;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.session.Task;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.cycle.SessionCycle;
import io.merapi.batch.job.JobState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.plugins.BatchPlugins;
import io.merapi.batch.plugins.InTreePlugins;
import io.merapi.batch.session.NodeFitness;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.SessionOptions;
import io.merapi.batch.session.SessionParts;
import io.merapi.batch.tier.Tier;
import io.merapi.explain.session.RecordingEffects;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.state.ClusterState;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What the predicate and the node order of each batch plugin cost for one node, by the definition:
 * a session with that plugin alone, 1,000 nodes with five pods each.
 *
 * <p>A plugin that has neither costs what asking nobody costs. Run: {@code java -jar
 * merapi-bench/target/benchmarks.jar BatchPluginBenchmark -prof gc}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
public class BatchPluginBenchmark {

  private static final int NODES = 1_000;
  private static final int PODS_PER_NODE = 5;
  private static final String GROUP = "gang";

  /** All plugins with a predicate or a node order; a test holds this list complete. */
  @Param({
    "binpack",
    "deviceshare",
    "extender",
    "network-topology-aware",
    "nodegroup",
    "nodeorder",
    "numa-aware",
    "predicates",
    "resource-strategy-fit",
    "task-topology",
    "tdm",
    "usage"
  })
  public String plugin = "";

  private @Nullable SchedulingSession session;
  private @Nullable Task task;

  @Setup
  public void open() {
    BatchConfiguration usual = BatchConfiguration.byDefault();
    var option = InTreePlugins.named(plugin).orElseThrow().byDefault();
    var configuration =
        new BatchConfiguration(
            usual.actions(),
            List.of(new Tier(List.of(option))),
            usual.actionArguments(),
            usual.metrics());
    var cycle =
        new SessionCycle(
            configuration,
            SessionOptions.DEFAULTS,
            BatchPlugins.IN_TREE.factory(SchedulerParts.forQuestions(), null),
            new SessionParts(
                new RecordingEffects(),
                FeatureGates.DEFAULTS,
                Fixes.NONE,
                InstantSource.system(),
                1),
            _ -> null);
    var state =
        new ClusterState(
            new ResourceDictionary(), PodRequests.Rules.DEFAULT, PodClassReads.SESSIONS);
    objects().forEach(object -> state.apply(new ObjectEvent.Applied(object)));
    SchedulingSession opened = cycle.open(state.snapshot());
    session = opened;
    JobState job = Objects.requireNonNull(opened.job("default/" + GROUP));
    task = job.tasks().iterator().next();
    opened.fitness().prePredicate(Objects.requireNonNull(task));
  }

  private static List<ClusterObject> objects() {
    var objects = new ArrayList<ClusterObject>();
    objects.add(queue("default").build());
    objects.add(podGroup(GROUP).build());
    objects.add(
        pod("waiting")
            .schedulerName("volcano")
            .phase(PodPhase.PENDING)
            .group(GROUP)
            .request("cpu", "2")
            .request("memory", "4Gi")
            .build());
    for (int i = 0; i < NODES; i++) {
      String name = "node-" + i;
      objects.add(
          node(name)
              .label("kubernetes.io/hostname", name)
              .label("topology.kubernetes.io/zone", "zone-" + i % 3)
              .allocatable("cpu", "32")
              .allocatable("memory", "256Gi")
              .allocatable("pods", "110")
              .build());
      for (int j = 0; j < PODS_PER_NODE; j++) {
        objects.add(
            pod("pod-%d-%d".formatted(i, j))
                .on(name)
                .phase(PodPhase.RUNNING)
                .request("cpu", "1")
                .build());
      }
    }
    return objects;
  }

  @Benchmark
  @OperationsPerInvocation(NODES)
  public void predicate(Blackhole blackhole) {
    NodeFitness fitness = Objects.requireNonNull(session).fitness();
    Task one = Objects.requireNonNull(task);
    for (NodeState node : Objects.requireNonNull(session).nodes()) {
      blackhole.consume(fitness.predicate(one, node));
    }
  }

  @Benchmark
  @OperationsPerInvocation(NODES)
  public void nodeOrder(Blackhole blackhole) {
    SchedulingSession open = Objects.requireNonNull(session);
    blackhole.consume(open.fitness().score(Objects.requireNonNull(task), open.nodes()));
  }
}
