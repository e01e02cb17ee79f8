package io.merapi.batch.cycle;

import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.DeviceKeys;
import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.batch.Queue;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.pod.Pod;
import io.merapi.api.resource.ResourceList;
import io.merapi.batch.configuration.ActionArguments;
import io.merapi.batch.configuration.BatchAction;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.effects.BatchWriter;
import io.merapi.batch.plugins.InTreePlugins;
import io.merapi.batch.plugins.deviceshare.DeviceShareArgs;
import io.merapi.batch.session.World;
import io.merapi.batch.tier.PluginOption;
import io.merapi.batch.tier.PluginSwitch;
import io.merapi.batch.tier.Tier;
import io.merapi.batch.usage.MetricsConfiguration;
import io.merapi.kube.effects.Effects;
import io.merapi.kube.effects.Outcome;
import io.merapi.testkit.NodeBuilder;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** What becomes of a pod with devices between the session that placed it and the next one. */
class DeviceBindingTest {

  private final java.util.Queue<Runnable> loop = new ArrayDeque<>();
  private final Written written = new Written();
  private Instant now = World.NOW;
  private final BatchScheduler scheduler =
      new BatchScheduler(
          configuration(),
          FeatureGates.DEFAULTS,
          BatchSettings.DEFAULTS,
          new BatchHost(written, Effects.refused(), () -> now, loop::add, _ -> null, _ -> {}));

  @Test
  void theNextSessionKnowsWhichCardsWereGivenThoughTheClusterHasNotToldYet() {
    apply(queue("default").build(), node(), group("first"), pod("a", "first"));
    hold();
    apply(group("second"), pod("b", "second"));
    hold();

    assertThat(written.calls)
        .containsExactly(
            "lock n gpu", "bind a to n with card 0", "lock n gpu", "bind b to n with card 1");
  }

  @Test
  void aPodIsBoundOnlyWithTheLockOfItsNode() {
    written.lock = new Outcome.Failed("held");
    apply(queue("default").build(), node(), group("first"), pod("a", "first"));
    hold();
    assertThat(written.calls).containsExactly("lock n gpu");
    assertThat(Objects.requireNonNull(scheduler.snapshot().pod("default/a")).pod().assigned())
        .isFalse();

    written.lock = new Outcome.Done();
    hold();
    assertThat(written.calls)
        .containsExactly("lock n gpu", "lock n gpu", "bind a to n with card 0");
  }

  @Test
  void theLockIsTakenOffWhereThePodCannotBeBound() {
    written.bind = new Outcome.Failed("no");
    apply(queue("default").build(), node(), group("first"), pod("a", "first"));
    hold();

    assertThat(written.calls)
        .containsExactly("lock n gpu", "bind a to n with card 0", "unlock n gpu");
  }

  private static BatchConfiguration configuration() {
    var args =
        new DeviceShareArgs(true, false, true, false, false, false, "", 0, "", "", List.of());
    return new BatchConfiguration(
        List.of(BatchAction.ALLOCATE),
        List.of(
            new Tier(
                List.of(
                    InTreePlugins.named("gang").orElseThrow().byDefault(),
                    InTreePlugins.named("predicates").orElseThrow().byDefault(),
                    new PluginOption("deviceshare", PluginSwitch.defaults(), args)))),
        ActionArguments.DEFAULTS,
        MetricsConfiguration.DEFAULTS);
  }

  private static ClusterObject node() {
    return NodeBuilder.node("n")
        .allocatable("cpu", "8")
        .allocatable("pods", "10")
        .allocatable(DeviceKeys.GPU_NUMBER, "2")
        .allocatable(DeviceKeys.GPU_MEMORY, "2000")
        .build();
  }

  private static ClusterObject group(String name) {
    return podGroup(name).minMember(1).phase(PodGroupPhase.INQUEUE).build();
  }

  private static ClusterObject pod(String name, String group) {
    return World.pending(name, group).requestExactly(DeviceKeys.GPU_MEMORY, "1000").build();
  }

  private void apply(ClusterObject... objects) {
    for (ClusterObject object : objects) {
      scheduler.accept(new ObjectEvent.Applied(object));
    }
  }

  private void hold() {
    now = Objects.requireNonNull(scheduler.nextWakeUp());
    assertThat(scheduler.runDue()).isTrue();
    while (!loop.isEmpty()) {
      loop.remove().run();
    }
  }

  /** Keeps what was written of nodes and pods. */
  private static final class Written implements BatchWriter {

    private final List<String> calls = new ArrayList<>();
    private Outcome lock = new Outcome.Done();
    private Outcome bind = new Outcome.Done();

    @Override
    public CompletionStage<Outcome> bind(
        Pod pod, String nodeName, Map<String, String> annotations) {
      calls.add(
          "bind %s to %s with card %s"
              .formatted(pod.name(), nodeName, annotations.get(DeviceKeys.GPU_INDEX)));
      return CompletableFuture.completedStage(bind);
    }

    @Override
    public CompletionStage<Outcome> lockNode(String nodeName, String name) {
      calls.add("lock %s %s".formatted(nodeName, name));
      return CompletableFuture.completedStage(lock);
    }

    @Override
    public CompletionStage<Outcome> unlockNode(String nodeName, String name) {
      calls.add("unlock %s %s".formatted(nodeName, name));
      return CompletableFuture.completedStage(new Outcome.Done());
    }

    @Override
    public CompletionStage<Outcome> evict(Pod pod, PodGroup group, String reason) {
      return CompletableFuture.completedStage(new Outcome.Done());
    }

    @Override
    public CompletionStage<Outcome> removeGate(Pod pod, String gate) {
      return CompletableFuture.completedStage(new Outcome.Done());
    }

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
