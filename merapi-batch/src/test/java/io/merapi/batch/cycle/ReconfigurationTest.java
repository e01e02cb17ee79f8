package io.merapi.batch.cycle;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.pod.PodClass;
import io.merapi.api.session.NodeUsage;
import io.merapi.batch.configuration.ActionArguments;
import io.merapi.batch.configuration.BatchAction;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.measures.BatchMeasures;
import io.merapi.batch.plugins.BatchPlugins;
import io.merapi.batch.plugins.InTreePlugins;
import io.merapi.batch.plugins.deviceshare.DeviceShareArgs;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import io.merapi.batch.tier.OtherArgs;
import io.merapi.batch.tier.PluginOption;
import io.merapi.batch.tier.Tier;
import io.merapi.batch.usage.FixedUsage;
import io.merapi.batch.usage.MetricsConfiguration;
import io.merapi.batch.usage.MetricsSource;
import io.merapi.batch.usage.UsageSource;
import io.merapi.kube.effects.Effects;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReconfigurationTest {

  private static final BatchAction[] PLACING = {BatchAction.ENQUEUE, BatchAction.ALLOCATE};

  private final Written written = new Written();
  private final ArrayDeque<Runnable> loop = new ArrayDeque<>();
  private final List<SchedulingSession> sessions = new ArrayList<>();
  private Instant now = World.NOW;
  private final BatchHost host = host(load(60));
  private final BatchScheduler scheduler =
      new BatchScheduler(
          configuration(MetricsConfiguration.DEFAULTS, BatchAction.ENQUEUE),
          FeatureGates.DEFAULTS,
          BatchSettings.DEFAULTS,
          host);

  @Test
  void theNextSessionFollowsTheNewConfigurationThoughNothingElseHasChanged() {
    apply(
        queue("default").build(),
        node("n").allocatable("cpu", "4").allocatable("pods", "10").build(),
        podGroup("g").minMember(1).build(),
        World.pending("p", "g").build());
    proceed();
    assertThat(written.binds).isEmpty();

    scheduler.reconfigure(configuration(MetricsConfiguration.DEFAULTS, PLACING), host);
    proceed();
    assertThat(written.binds).containsExactly("p on n");
  }

  @Test
  void aDecisionUnderWayIsNotTakenAgain() {
    scheduler.reconfigure(configuration(MetricsConfiguration.DEFAULTS, PLACING), host);
    apply(
        queue("default").build(),
        node("n").allocatable("cpu", "4").allocatable("pods", "10").build(),
        podGroup("g").minMember(1).build(),
        World.pending("p", "g").build());
    now = now.plusSeconds(1);
    assertThat(scheduler.runDue()).isTrue();
    // The answer to the binding has come, and nobody has looked at it yet.
    assertThat(loop).isNotEmpty();

    scheduler.reconfigure(BatchConfiguration.byDefault(), host);
    proceed();
    assertThat(written.binds).containsExactly("p on n");
  }

  @Test
  void podsAreToldApartByWhatTheNewPluginsRead() {
    apply(
        World.pending("a", "g").label("team", "red").build(),
        World.pending("b", "g").label("team", "blue").build());
    assertThat(classOf("a")).isSameAs(classOf("b"));

    scheduler.reconfigure(
        new BatchConfiguration(
            List.of(PLACING),
            List.of(new Tier(List.of(dividingBy("team")))),
            ActionArguments.DEFAULTS,
            MetricsConfiguration.DEFAULTS),
        host);
    assertThat(classOf("a")).isNotSameAs(classOf("b"));
  }

  private PodClass classOf(String pod) {
    return Objects.requireNonNull(scheduler.snapshot().pod("default/" + pod)).podClass();
  }

  private static PluginOption dividingBy(String label) {
    PluginOption byDefault = InTreePlugins.named("deviceshare").orElseThrow().byDefault();
    return new PluginOption(
        byDefault.name(),
        byDefault.on(),
        new DeviceShareArgs(
            false,
            false,
            false,
            true,
            false,
            false,
            "binpack",
            1,
            "",
            "",
            List.of(Map.of(label, "red"))));
  }

  @Test
  void aPluginThatCannotBeMadeSpeaksAgainstAConfiguration() {
    var broken =
        new BatchConfiguration(
            List.of(PLACING),
            List.of(new Tier(List.of(new PluginOption("binpack", Set.of(), OtherArgs.NONE)))),
            ActionArguments.DEFAULTS,
            MetricsConfiguration.DEFAULTS);

    assertThat(scheduler.objection(broken, host)).contains("plugin \"binpack\" failed");
    assertThat(scheduler.objection(BatchConfiguration.byDefault(), host)).isNull();

    // Where it fails already, it is no worse than before.
    scheduler.reconfigure(broken, host);
    proceed();
    assertThat(scheduler.objection(broken, host)).isNull();
  }

  @Test
  void whatWasMeasuredStaysWhereItIsMeasuredInTheSameWay() {
    apply(node("n").build());
    proceed();
    assertThat(usage().cpu(NodeUsage.COLLECTED_PERIOD)).isEqualTo(60);

    scheduler.reconfigure(
        configuration(MetricsConfiguration.DEFAULTS, PLACING), host(UsageSource.NONE));
    proceed();
    assertThat(usage().cpu(NodeUsage.COLLECTED_PERIOD)).isEqualTo(60);
  }

  @Test
  void anotherSourceIsAskedAtOnceAndTheOldMeasurementsAreForgotten() {
    apply(node("n").build());
    proceed();
    var other =
        new MetricsConfiguration(
            new MetricsSource.Prometheus("http://example.com", false), Duration.ofSeconds(7));

    scheduler.reconfigure(configuration(other, PLACING), host(UsageSource.NONE));
    proceed();
    assertThat(usage()).isEqualTo(NodeUsage.UNKNOWN);

    var third = new MetricsConfiguration(other.source(), Duration.ofSeconds(9));
    scheduler.reconfigure(configuration(third, PLACING), host(load(20)));
    proceed();
    assertThat(usage().cpu(NodeUsage.COLLECTED_PERIOD)).isEqualTo(20);
    assertThat(scheduler.nextWakeUp())
        .isEqualTo(Objects.requireNonNull(usage().measured()).plusSeconds(9));
  }

  private BatchHost host(UsageSource usage) {
    return new BatchHost(
        written,
        Effects.refused(),
        usage,
        null,
        () -> now,
        loop::add,
        BatchPlugins.IN_TREE,
        _ -> null,
        sessions::add,
        BatchMeasures.NONE);
  }

  private FixedUsage load(int percent) {
    return new FixedUsage(Map.of("n", new FixedUsage.Load(percent, percent)), () -> now);
  }

  private static BatchConfiguration configuration(
      MetricsConfiguration metrics, BatchAction... actions) {
    return new BatchConfiguration(
        List.of(actions),
        List.of(
            new Tier(
                Stream.of("gang", "predicates")
                    .map(name -> InTreePlugins.named(name).orElseThrow().byDefault())
                    .toList())),
        ActionArguments.DEFAULTS,
        metrics);
  }

  private NodeUsage usage() {
    return Objects.requireNonNull(sessions.getLast().node("n")).usage();
  }

  private void apply(ClusterObject... objects) {
    for (ClusterObject object : objects) {
      scheduler.accept(new ObjectEvent.Applied(object));
    }
  }

  /** Lets all be done that is due within a second. */
  private void proceed() {
    Instant until = now.plusSeconds(1);
    for (Instant next = now; next != null && !next.isAfter(until); next = scheduler.nextWakeUp()) {
      now = next.isAfter(now) ? next : now;
      scheduler.runDue();
      while (!loop.isEmpty()) {
        loop.remove().run();
      }
    }
  }
}
