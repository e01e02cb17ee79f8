package io.merapi.bench;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.pod.PodPhase;
import io.merapi.kube.state.ClusterState;
import io.merapi.kube.state.Snapshot;
import io.merapi.testkit.GangCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What a snapshot costs, in time and (with {@code -prof gc}) in allocated bytes, on a cluster of
 * 10,000 nodes and 100,000 pods: built in full, after one pod moved, after 1 % of the pods moved,
 * and what finding the changed nodes costs then.
 *
 * <p>The cost of taking the events in is part of every figure. Run: {@code java -jar
 * merapi-bench/target/benchmarks.jar SnapshotBenchmark -prof gc}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx3g")
public class SnapshotBenchmark {

  private static final int NODES = 10_000;
  private static final int PODS = 100_000;
  private static final int ONE_PERCENT = PODS / 100;

  private final GangCluster cluster = new GangCluster(NODES, PODS, 100);
  private List<ClusterObject> objects = List.of();
  private ClusterState state = ClusterState.withDefaults();
  private List<List<ObjectEvent>> moves = List.of();
  private int round;

  @Setup
  public void build() {
    objects = cluster.objects();
    state = load();
    state.snapshot();
    // Each pod has two events, to a node further on and back, so that every round changes it.
    moves = List.of(moves(1), moves(0));
  }

  private ClusterState load() {
    ClusterState loaded = ClusterState.withDefaults();
    for (ClusterObject object : objects) {
      loaded.apply(new ObjectEvent.Applied(object));
    }
    return loaded;
  }

  private List<ObjectEvent> moves(int distance) {
    var events = new ArrayList<ObjectEvent>(ONE_PERCENT);
    for (int i = 0; i < ONE_PERCENT; i++) {
      int pod = i * 97 % PODS;
      String node = "node-" + (pod + distance) % NODES;
      events.add(new ObjectEvent.Applied(cluster.podAt(pod, PodPhase.RUNNING, node)));
    }
    return events;
  }

  @Benchmark
  public Snapshot fullBuild() {
    return load().snapshot();
  }

  @Benchmark
  public Snapshot onePodMoved() {
    int turn = round++;
    state.apply(moves.get(turn / ONE_PERCENT % 2).get(turn % ONE_PERCENT));
    return state.snapshot();
  }

  @Benchmark
  public Snapshot onePercentMoved() {
    for (ObjectEvent event : moves.get(round++ % 2)) {
      state.apply(event);
    }
    return state.snapshot();
  }

  @Benchmark
  public void changedNodesAfterOnePodMoved(Blackhole blackhole) {
    Snapshot before = state.snapshot();
    onePodMoved().since(before).forEachNode(blackhole::consume);
  }
}
