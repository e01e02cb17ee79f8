package io.merapi.bench.scenario;

import static io.merapi.bench.scenario.Cluster.asking;
import static io.merapi.bench.scenario.Cluster.named;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodSpec;
import io.merapi.bench.measure.Meter;
import io.merapi.bench.measure.Trial;
import io.merapi.bench.measure.Work;
import io.merapi.kube.state.ClusterState;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Snapshots of the state of a cluster: of all that there is, after one pod has moved, and after one
 * in a hundred has. Taking in what happened is part of it.
 */
final class Snapshots implements Scenario {

  private static final int SHAPES = 8;
  private static final int ROUNDS = 10;
  private static final int MOST_SINGLE_MOVES = 10_000;

  @Override
  public String name() {
    return "snapshot";
  }

  @Override
  public String summary() {
    return "snapshots of the state after pods have moved";
  }

  @Override
  public int usualNodes() {
    return 10_000;
  }

  @Override
  public int usualPods(int nodes) {
    return 10 * nodes;
  }

  @Override
  public List<Variant> variants(Setting setting) {
    int percent = Math.max(1, setting.pods() / 100);
    int singles = Math.min(MOST_SINGLE_MOVES, setting.pods());
    return List.of(
        new Variant("built in full", () -> new Build(objects(setting))),
        new Variant("one pod moved", () -> new Moves(setting, singles, 1)),
        new Variant("1 % of the pods moved", () -> new Moves(setting, ROUNDS, percent)));
  }

  private static List<ClusterObject> objects(Setting setting) {
    var objects = new ArrayList<ClusterObject>();
    for (int i = 0; i < setting.nodes(); i++) {
      objects.add(Cluster.nodeAt(i));
    }
    List<PodSpec> specs = specs();
    for (int i = 0; i < setting.pods(); i++) {
      objects.add(pod(i, specs, i % setting.nodes()));
    }
    return objects;
  }

  private static List<PodSpec> specs() {
    var specs = new ArrayList<PodSpec>();
    for (int i = 1; i <= SHAPES; i++) {
      specs.add(asking(i * 250, i * 1024).spec());
    }
    return specs;
  }

  private static Pod pod(int index, List<PodSpec> specs, int node) {
    return Cluster.running(
        named("pod-" + index), specs.get(index % SHAPES), Cluster.nodeName(node));
  }

  private static ClusterState state(List<ClusterObject> objects) {
    ClusterState state = ClusterState.withDefaults();
    objects.forEach(object -> state.apply(new ObjectEvent.Applied(object)));
    state.snapshot();
    return state;
  }

  private record Build(List<ClusterObject> objects) implements Trial {

    @Override
    public Work run(Meter meter) {
      meter.measure(() -> state(objects));
      return Work.placed(1);
    }
  }

  private static final class Moves implements Trial {

    private final ClusterState state;
    private final List<ObjectEvent> moves = new ArrayList<>();
    private final int rounds;
    private final int movesPerRound;

    Moves(Setting setting, int rounds, int movesPerRound) {
      this.state = state(objects(setting));
      this.rounds = rounds;
      this.movesPerRound = movesPerRound;
      List<PodSpec> specs = specs();
      var random = new Random(setting.seed());
      for (int i = 0; i < rounds * movesPerRound; i++) {
        int pod = random.nextInt(setting.pods());
        moves.add(new ObjectEvent.Applied(pod(pod, specs, random.nextInt(setting.nodes()))));
      }
    }

    @Override
    public Work run(Meter meter) {
      meter.measure(() -> {
        int next = 0;
        for (int i = 0; i < rounds; i++) {
          for (int j = 0; j < movesPerRound; j++) {
            state.apply(moves.get(next++));
          }
          state.snapshot();
        }
      });
      return Work.placed(rounds);
    }
  }
}
