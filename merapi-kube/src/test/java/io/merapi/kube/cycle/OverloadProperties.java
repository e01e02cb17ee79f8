package io.merapi.kube.cycle;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodStatus;
import io.merapi.testkit.PodBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Where far more pods wait than fit, most attempts fail as the ones before. Users must hear what
 * they would hear if every one of them were made.
 */
class OverloadProperties {

  private static final int STEPS = 150;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void whatIsKnownToFailFailsAsByTheDefinition(long seed) {
    var load = new Load(seed);
    for (int step = 0; step < STEPS; step++) {
      load.step();
      assertThat(load.fast.told).as("seed %d, step %d", seed, step).isEqualTo(load.plain.told);
      assertThat(load.fast.evicted).isEqualTo(load.plain.evicted);
      assertThat(load.fast.binds.keySet()).isEqualTo(load.plain.binds.keySet());
      load.forgetTold();
    }
    assertThat(load.refusals).isGreaterThan(5 * STEPS);
  }

  /** Two schedulers to which the same happens. */
  private static final class Load {

    final TestCluster fast = new TestCluster();
    final TestCluster plain = new TestCluster(SchedulerSettings.DEFAULTS.withReference(true));
    int refusals;
    private final Random random;
    private final Map<String, Pod> waiting = new LinkedHashMap<>();
    private final Map<String, Pod> running = new LinkedHashMap<>();
    private int nodes;
    private int pods;

    Load(long seed) {
      this.random = new Random(seed);
      for (int i = 0; i < 6; i++) {
        apply(newNode(i));
      }
    }

    void step() {
      switch (random.nextInt(12)) {
        case 0, 1, 2, 3 -> come();
        case 4, 5, 6 -> end();
        case 7 -> apply(newNode(random.nextInt(Math.max(1, nodes))));
        case 8 -> report();
        default -> both(cluster -> cluster.pass(Duration.ofMillis(700)));
      }
      for (String name : List.copyOf(fast.binds.keySet())) {
        bind(name);
      }
      for (String name : List.copyOf(fast.evicted)) {
        Pod gone = running.remove(name);
        if (gone != null && random.nextInt(3) > 0) {
          both(cluster -> cluster.delete(gone));
        } else if (gone != null) {
          running.put(name, gone);
        }
      }
    }

    private void come() {
      for (int i = random.nextInt(6); i >= 0; i--) {
        PodBuilder one = pod("p" + pods++);
        switch (random.nextInt(6)) {
          case 0, 1 -> one.request("cpu", "2");
          case 2 -> one.request("cpu", "1").request("memory", "2Gi");
          case 3 -> one.request("cpu", "3").priority(10);
          case 4 -> one.request("cpu", "1").hostPort(80).priority(10).preemptionPolicy("Never");
          default -> one.request("cpu", "1").label("app", "a").awayFrom("app", "a");
        }
        Pod made = one.build();
        waiting.put(made.name(), made);
        apply(made);
      }
    }

    private void end() {
      if (!running.isEmpty()) {
        var names = new ArrayList<>(running.keySet());
        String name = names.get(random.nextInt(names.size()));
        Pod gone = Objects.requireNonNull(running.remove(name));
        both(cluster -> cluster.delete(gone));
      }
    }

    /** Lets the cluster have another version of a pod that waits, nominated or not. */
    private void report() {
      if (!waiting.isEmpty()) {
        var names = new ArrayList<>(waiting.keySet());
        String name = names.get(random.nextInt(names.size()));
        Pod pod = Objects.requireNonNull(waiting.get(name));
        var meta = pod.meta().withResourceVersion("r" + random.nextInt());
        Pod now = new Pod(meta, pod.nodeName(), pod.spec(), status());
        waiting.put(now.name(), now);
        apply(now);
      }
    }

    private PodStatus status() {
      String nominated = random.nextInt(3) == 0 ? "n" + random.nextInt(nodes) : "";
      return pod("other").nominatedTo(nominated).build().status();
    }

    private void bind(String name) {
      TestCluster.Request asked = Objects.requireNonNull(fast.binds.get(name));
      TestCluster.Request alsoAsked = Objects.requireNonNull(plain.binds.get(name));
      assertThat(asked.node()).isEqualTo(alsoAsked.node());
      both(cluster -> cluster.bound(name));
      Pod bound = asked.pod().onNode(asked.node());
      waiting.remove(name);
      running.put(name, bound);
      apply(bound);
    }

    private ClusterObject newNode(int index) {
      nodes = Math.max(nodes, index + 1);
      return node("n" + index)
          .allocatable("cpu", "" + (2 + random.nextInt(4)))
          .allocatable("memory", "8Gi")
          .allocatable("pods", "10")
          .label("kubernetes.io/hostname", "n" + index)
          .build();
    }

    private void apply(ClusterObject object) {
      both(cluster -> cluster.apply(object));
    }

    private void both(Consumer<TestCluster> action) {
      action.accept(fast);
      action.accept(plain);
    }

    void forgetTold() {
      refusals += fast.told.size();
      for (TestCluster cluster : List.of(fast, plain)) {
        cluster.told.clear();
        cluster.evicted.clear();
      }
    }
  }
}
