package io.merapi.bench;

import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;

import com.sun.management.ThreadMXBean;
import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.Queue;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodPhase;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.session.extension.BindContext;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.configuration.InTreePlugins;
import io.merapi.batch.configuration.PluginSpec;
import io.merapi.batch.cycle.InTreeFactory;
import io.merapi.batch.cycle.SessionCycle;
import io.merapi.batch.effects.BatchEffects;
import io.merapi.batch.plugins.nodegroup.NodeGroupArgs;
import io.merapi.batch.session.NodeSampling;
import io.merapi.batch.session.NodeSharding;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.SessionOptions;
import io.merapi.batch.session.SessionParts;
import io.merapi.batch.tier.PluginOption;
import io.merapi.batch.tier.Tier;
import io.merapi.kube.effects.Outcome;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.state.ClusterState;
import io.merapi.kube.state.Snapshot;
import io.merapi.testkit.GangCluster;
import java.lang.management.ManagementFactory;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * What a batch session costs for each pod that it places, by the number of nodes: Volcano's default
 * configuration, an empty cluster, pods that wait in gangs of 100.
 *
 * <p>A session is too long, and places too many pods, for JMH to make something of it: this times
 * whole sessions by itself. Ten pods wait for each node, and no more than 50,000. Run: {@code java
 * -Xmx8g -cp merapi-bench/target/benchmarks.jar io.merapi.bench.SessionBenchmark 100 1000 5000
 * 10000}; without numbers it takes these. The word {@code reference} among them has every node
 * asked about every task; the word {@code plugins} shows what each plugin adds, both ways.
 */
public final class SessionBenchmark {

  private static final String REFERENCE = "reference";
  private static final String PLUGINS = "plugins";
  private static final int[] NODES = {100, 1_000, 5_000, 10_000};
  private static final int PODS_PER_NODE = 10;
  private static final int MOST_PODS = 50_000;
  private static final int GANG = 100;
  private static final int WARM_UPS = 2;
  private static final int RUNS = 3;

  private SessionBenchmark() {}

  public static void main(String[] args) {
    List<String> words = Arrays.asList(args);
    int[] given =
        words.stream()
            .filter(word -> !word.equals(REFERENCE) && !word.equals(PLUGINS))
            .mapToInt(Integer::parseInt)
            .toArray();
    int[] sizes = given.length == 0 ? NODES : given;
    if (words.contains(PLUGINS)) {
      for (int nodes : sizes) {
        comparePlugins(nodes);
      }
      return;
    }
    System.out.printf(
        "%8s %8s %8s %12s %14s %14s %14s%n",
        "nodes", "pods", "placed", "session ms", "of that open", "us per pod", "bytes per pod");
    for (int nodes : sizes) {
      Cost cost =
          measure(snapshot(nodes), BatchConfiguration.byDefault(), words.contains(REFERENCE));
      System.out.printf(
          "%8d %8d %8d %12.1f %14.1f %14.2f %14d%n",
          nodes,
          pods(nodes),
          cost.placed,
          cost.nanos / 1e6,
          cost.openNanos / 1e6,
          cost.microsPerPod(),
          cost.bytes / Math.max(1, cost.placed));
    }
  }

  /** The default configuration, and with one more plugin at a time. */
  private static void comparePlugins(int nodes) {
    Snapshot snapshot = snapshot(nodes);
    BatchConfiguration base = BatchConfiguration.byDefault();
    System.out.printf(
        "%-24s %8s %8s %22s %22s%n",
        "plugin", "nodes", "placed", "us per pod, reference", "us per pod, remembered");
    compare("(the default ones)", nodes, snapshot, base);
    for (PluginSpec<?> spec : InTreePlugins.ALL) {
      PluginOption option = usable(spec.byDefault());
      if (base.plugins().noneMatch(known -> known.name().equals(option.name()))) {
        var tiers = new ArrayList<>(base.tiers());
        tiers.add(new Tier(List.of(option)));
        compare(
            option.name(),
            nodes,
            snapshot,
            new BatchConfiguration(base.actions(), tiers, base.actionArguments(), base.metrics()));
      }
    }
  }

  /** By default nodegroup lets nothing onto nodes without a group, as these are. */
  private static PluginOption usable(PluginOption option) {
    return option.arguments() instanceof NodeGroupArgs
        ? new PluginOption(option.name(), option.on(), new NodeGroupArgs(false, false))
        : option;
  }

  private static void compare(
      String name, int nodes, Snapshot snapshot, BatchConfiguration configuration) {
    Cost reference = measure(snapshot, configuration, true);
    Cost remembered = measure(snapshot, configuration, false);
    System.out.printf(
        "%-24s %8d %8d %22.1f %22.1f%n",
        name, nodes, remembered.placed, reference.microsPerPod(), remembered.microsPerPod());
  }

  /** The median of some sessions. */
  private static Cost measure(
      Snapshot snapshot, BatchConfiguration configuration, boolean reference) {
    for (int i = 0; i < WARM_UPS; i++) {
      hold(snapshot, configuration, reference);
    }
    Cost[] costs = new Cost[RUNS];
    for (int i = 0; i < RUNS; i++) {
      costs[i] = hold(snapshot, configuration, reference);
    }
    Arrays.sort(costs, (one, other) -> Long.compare(one.nanos, other.nanos));
    return costs[RUNS / 2];
  }

  private static int pods(int nodes) {
    return Math.min(MOST_PODS, nodes * PODS_PER_NODE);
  }

  private static Snapshot snapshot(int nodes) {
    int pods = pods(nodes);
    var state =
        new ClusterState(
            new ResourceDictionary(), PodRequests.Rules.DEFAULT, PodClassReads.SESSIONS);
    var cluster = new GangCluster(nodes, pods, GANG);
    apply(state, queue("default").build());
    for (int i = 0; i < nodes; i++) {
      apply(state, cluster.nodeAt(i));
    }
    for (int i = 0; i < pods; i++) {
      Pod pod = cluster.podAt(i, PodPhase.PENDING, "");
      if (i % GANG == 0) {
        PodGroup group = podGroup("job-" + i / GANG).minMember(GANG).build();
        apply(state, group.withMeta(ObjectMeta.named(pod.namespace(), group.name())));
      }
      apply(state, pod);
    }
    return state.snapshot();
  }

  private static void apply(ClusterState state, ClusterObject object) {
    state.apply(new ObjectEvent.Applied(object));
  }

  private static Cost hold(Snapshot snapshot, BatchConfiguration configuration, boolean reference) {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    var effects = new Counted();
    var cycle =
        new SessionCycle(
            configuration,
            options(reference),
            new InTreeFactory(SchedulerParts.forQuestions(), null),
            new SessionParts(effects, FeatureGates.DEFAULTS, Fixes.NONE, InstantSource.system(), 1),
            _ -> null);
    long bytes = threads.getCurrentThreadAllocatedBytes();
    long start = System.nanoTime();
    SchedulingSession session = cycle.open(snapshot);
    long opened = System.nanoTime();
    cycle.act(session);
    session.close();
    long end = System.nanoTime();
    return new Cost(
        end - start,
        opened - start,
        threads.getCurrentThreadAllocatedBytes() - bytes,
        effects.binds);
  }

  /** The pods of the shared fixture name no scheduler. */
  private static SessionOptions options(boolean reference) {
    return new SessionOptions(
        List.of("default-scheduler"),
        "default",
        List.of(),
        true,
        Set.of(),
        NodeSampling.ALL_NODES,
        NodeSharding.NONE,
        reference);
  }

  private record Cost(long nanos, long openNanos, long bytes, int placed) {

    double microsPerPod() {
      return nanos / 1e3 / Math.max(1, placed);
    }
  }

  /** Takes everything and counts what was bound. */
  private static final class Counted implements BatchEffects {

    private int binds;

    @Override
    public Outcome bind(Pod pod, String nodeName, BindContext context) {
      binds++;
      return new Outcome.Done();
    }

    @Override
    public Outcome evict(Pod pod, PodGroup group, String reason) {
      return new Outcome.Done();
    }

    @Override
    public void removeQueueGate(Pod pod) {}

    @Override
    public void updateStatus(PodGroup group, PodGroup.Status status) {}

    @Override
    public void updateAllocated(Queue queue, ResourceList allocated) {}

    @Override
    public void reportWaiting(Pod pod, String reason, String message, String nominatedNode) {}

    @Override
    public void report(PodGroup group, String type, String reason, String message) {}
  }
}
