package io.merapi.batch.cycle;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.framework.Reason;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.session.Job;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.JobOrder;
import io.merapi.api.session.extension.NodeOrder;
import io.merapi.api.session.extension.Predicate;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.plugins.BatchPlugins;
import io.merapi.batch.session.PluginFactory;
import io.merapi.batch.session.RecordedEffects;
import io.merapi.batch.session.SessionOptions;
import io.merapi.batch.session.SessionParts;
import io.merapi.batch.session.World;
import io.merapi.batch.tier.OtherArgs;
import io.merapi.batch.tier.PluginOption;
import io.merapi.batch.tier.PluginSwitch;
import io.merapi.batch.tier.Tier;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.state.ClusterState;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A plugin that declares nothing is asked about every task, also where it goes by what the
 * scheduler does not tell pods apart by.
 */
class UndeclaredPluginTest {

  private final RecordedEffects effects = new RecordedEffects();
  private final ClusterState state =
      new ClusterState(new ResourceDictionary(), PodRequests.Rules.DEFAULT, PodClassReads.SESSIONS);

  @Test
  void tasksThatLookAlikeAreJudgedEachForItself() {
    workers("100");
    group("g1", "g2", "g3", "g4");
    SessionCycle cycle = cycle(new Home(true));
    homed("g1", "a");
    homed("g2", "b");
    homed("g3", "nowhere");
    cycle.run(state.snapshot());
    homed("g4", "b");
    cycle.run(state.snapshot());

    assertThat(binds())
        .contains("bind g1-0 to a", "bind g2-0 to b", "bind g4-0 to b")
        .noneMatch(call -> call.startsWith("bind g3-0"));
  }

  @Test
  void tasksThatLookAlikeAreScoredEachForItself() {
    workers("100");
    group("g1", "g2", "g3", "g4");
    homed("g1", "a");
    homed("g2", "b");
    homed("g3", "a");
    homed("g4", "b");
    cycle(new Home(false)).run(state.snapshot());

    assertThat(binds())
        .containsExactlyInAnyOrder(
            "bind g1-0 to a", "bind g2-0 to b", "bind g3-0 to a", "bind g4-0 to b");
  }

  @Test
  void jobsGoInTheOrderThatItSees() {
    workers("1");
    group("g1", "g2", "g3", "g4");
    homed("g1", "a");
    homed("g2", "a");
    homed("g3", "b");
    homed("g4", "b");
    cycle(new Home(true)).run(state.snapshot());

    // The later name goes first, and each node has room for one.
    assertThat(binds()).containsExactlyInAnyOrder("bind g2-0 to a", "bind g4-0 to b");
  }

  private List<String> binds() {
    return effects.calls().stream()
        .filter(call -> call.startsWith("bind "))
        .map(call -> call.replace(" {}", ""))
        .toList();
  }

  private void workers(String cpu) {
    with(queue("default").build());
    for (String name : List.of("a", "b")) {
      with(node(name).allocatable("cpu", cpu).allocatable("pods", "99").build());
    }
  }

  private void group(String... names) {
    for (String name : names) {
      with(podGroup(name).phase(PodGroupPhase.INQUEUE).build());
    }
  }

  private void homed(String group, String home) {
    with(World.pending(group + "-0", group).annotation("home", home).build());
  }

  private void with(ClusterObject object) {
    state.apply(new ObjectEvent.Applied(object));
  }

  private SessionCycle cycle(Home plugin) {
    PluginFactory inTree = BatchPlugins.IN_TREE.factory(SchedulerParts.forQuestions(), null);
    BatchConfiguration plain = BatchConfiguration.byDefault();
    var tiers = new ArrayList<Tier>();
    tiers.add(new Tier(List.of(new PluginOption("home", PluginSwitch.defaults(), OtherArgs.NONE))));
    tiers.addAll(plain.tiers());
    return new SessionCycle(
        new BatchConfiguration(plain.actions(), tiers, plain.actionArguments(), plain.metrics()),
        SessionOptions.DEFAULTS,
        (option, session) -> option.name().equals("home") ? plugin : inTree.make(option, session),
        new SessionParts(
            effects, FeatureGates.DEFAULTS, Fixes.NONE, InstantSource.fixed(World.NOW), 0),
        _ -> null);
  }

  /** Goes by an annotation that nobody else reads. */
  private record Home(boolean strict) implements Predicate, NodeOrder, JobOrder {

    @Override
    public String name() {
      return "home";
    }

    @Override
    public Fit predicate(Task task, SessionNode node) {
      return !strict || isHome(task, node)
          ? Fit.fits()
          : Fit.unschedulable(Reason.of("NoHome", "node(s) were no home"));
    }

    @Override
    public double scoreNode(Task task, SessionNode node) {
      return isHome(task, node) ? 1_000_000 : 0;
    }

    @Override
    public int compareJobs(Job left, Job right) {
      return right.name().compareTo(left.name());
    }

    private static boolean isHome(Task task, SessionNode node) {
      return task.pod().meta().annotations().getOrDefault("home", "").equals(node.name());
    }
  }
}
