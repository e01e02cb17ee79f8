package io.merapi.batch.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodPhase;
import io.merapi.api.session.Task;
import io.merapi.batch.devices.DeviceFamilies;
import io.merapi.batch.usage.NodeUsages;
import io.merapi.kube.state.ClusterState;
import io.merapi.kube.state.Snapshot;
import io.merapi.testkit.ClaimBuilder;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodBuilder;
import io.merapi.testkit.PodGroupBuilder;
import io.merapi.testkit.QueueBuilder;
import io.merapi.testkit.VolumeBuilder;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SessionModelProperties {

  private static final int SEEDS = 100;
  private static final int STEPS = 60;
  private static final int NODES = 4;
  private static final int CLAIMS = 3;

  @Test
  void aModelThatFollowsAClusterWhileItIsReadHasWhatANewOneHas() {
    for (int seed = 0; seed < SEEDS; seed++) {
      var history = new History(new SplittableRandom(seed));
      SessionModel followed = model(history.state.snapshot());
      for (int step = 0; step < STEPS; step++) {
        history.goOn();
        Snapshot now = history.state.snapshot();
        assertThat(followed.follow(now)).isTrue();
        SessionModel anew = model(now);
        String where = "seed %d, step %d".formatted(seed, step);
        assertThat(ModelAudit.of(followed, anew)).as(where).isEmpty();
        // Whoever reads them in order gets them in the same order.
        assertThat(tasksByNode(followed)).as(where).isEqualTo(tasksByNode(anew));
        assertThat(followed.used()).as(where).isEqualTo(anew.used());
      }
    }
  }

  private static Map<String, List<String>> tasksByNode(SessionModel model) {
    var tasks = new TreeMap<String, List<String>>();
    model
        .nodes()
        .forEach(node -> tasks.put(node.name(), node.tasks().stream().map(Task::key).toList()));
    return tasks;
  }

  private static SessionModel model(Snapshot snapshot) {
    return new SessionModel(
        snapshot,
        FeatureGates.DEFAULTS,
        SessionOptions.DEFAULTS,
        Fixes.NONE,
        DeviceFamilies.NONE,
        new NodeUsages());
  }

  /** Pods that mostly come, to nodes that others are on; some of them change or go again. */
  private static final class History {

    final ClusterState state = ClusterState.withDefaults();
    private final SplittableRandom random;
    private int pods;

    History(SplittableRandom random) {
      this.random = random;
      apply(QueueBuilder.queue("default").build());
      apply(PodGroupBuilder.podGroup("g0").queue("default").build());
      for (int node = 0; node < NODES - 1; node++) {
        applyNode(node);
      }
    }

    void goOn() {
      for (int change = random.nextInt(1, 6); change > 0; change--) {
        switch (random.nextInt(16)) {
          case 0 -> applyNode(random.nextInt(NODES));
          case 1 -> apply(PodGroupBuilder.podGroup("g1").queue("default").build());
          case 2 -> apply(pod(random.nextInt(pods + 1)));
          case 3 -> delete(pod(random.nextInt(pods + 1)));
          case 4 -> applyClaim(random.nextInt(CLAIMS));
          default -> apply(pod(pods++));
        }
      }
    }

    private void applyNode(int node) {
      apply(
          NodeBuilder.node("n" + node)
              .allocatable("cpu", String.valueOf(random.nextInt(8, 10)))
              .build());
    }

    /** A claim of a volume, which what a pod asks for goes by. */
    private void applyClaim(int claim) {
      apply(VolumeBuilder.volume("v" + claim).csi("driver-" + random.nextInt(2), "h").build());
      apply(ClaimBuilder.claim("c" + claim).boundTo("v" + claim).build());
    }

    private Pod pod(int number) {
      PodBuilder pod =
          PodBuilder.pod("p" + number)
              .uid("u" + number)
              .group("g" + random.nextInt(2))
              .schedulerName(random.nextBoolean() ? "volcano" : "other")
              .request("cpu", random.nextInt(1, 1_000) + "m");
      if (random.nextInt(4) > 0) {
        pod.on("n" + random.nextInt(NODES)).phase(PodPhase.RUNNING);
      }
      if (random.nextInt(4) == 0) {
        // One without a name makes no sense: such a pod is no task, wherever it is.
        pod.claim(random.nextBoolean() ? "" : "c" + random.nextInt(CLAIMS));
      }
      if (random.nextInt(10) == 0) {
        pod.terminating();
      }
      return pod.build();
    }

    private void apply(ClusterObject object) {
      state.apply(new ObjectEvent.Applied(object));
    }

    private void delete(ClusterObject object) {
      state.apply(new ObjectEvent.Deleted(object));
    }
  }
}
