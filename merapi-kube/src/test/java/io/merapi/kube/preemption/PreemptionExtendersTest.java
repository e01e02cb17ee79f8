package io.merapi.kube.preemption;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.kube.effects.Outcome;
import io.merapi.kube.extenders.SchedulerExtender;
import io.merapi.kube.framework.PostFilterOutcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PreemptionExtendersTest {

  private final PreemptionWorld world = new PreemptionWorld();

  @BeforeEach
  void twoFullNodes() {
    for (String name : List.of("a", "b")) {
      world.with(
          node(name).allocatable("cpu", "4").allocatable("pods", "10").build(),
          pod("v-" + name).on(name).priority(name.equals("a") ? 1 : 2).request("cpu", "4").build());
    }
  }

  private PostFilterOutcome preempt() {
    return world.attempt(pod("urgent").priority(9).request("cpu", "1").build()).postFilter();
  }

  @Test
  void extendersNarrowTheCandidates() {
    world.extender(new Fake(victims -> without(victims, "a")));
    assertThat(preempt().nominatedNode()).isEqualTo("b");
  }

  @Test
  void theNextExtenderSeesWhatTheLastOneLeft() {
    world
        .extender(new Fake(victims -> without(victims, "a")))
        .extender(
            new Fake(victims -> {
              assertThat(victims).containsOnlyKeys("b");
              return victims;
            }));
    assertThat(preempt().nominatedNode()).isEqualTo("b");
  }

  @Test
  void nothingIsEvictedWhereTheyLeaveNothing() {
    world.extender(new Fake(_ -> new LinkedHashMap<>()));
    PostFilterOutcome outcome = preempt();
    assertThat(outcome.nominatedNode()).isNull();
    assertThat(outcome.result().message())
        .isEqualTo("preemption: no candidate node for preemption");
    assertThat(world.effects().calls()).isEmpty();
  }

  @Test
  void anExtenderThatFailsFailsTheAttempt() {
    world.extender(new Fake(_ -> fail("connection refused")));
    assertThat(preempt().result().verdict())
        .isEqualTo(Verdict.error("preemption: connection refused"));
  }

  @Test
  void anExtenderThatMayBeIgnoredIsIgnoredWhenItFails() {
    world.extender(new Fake(_ -> fail("connection refused")).ignored());
    assertThat(preempt().nominatedNode()).isEqualTo("a");
  }

  @Test
  void aNodeWithoutVictimsIsAFaultOfTheExtender() {
    Answer nobody =
        victims -> {
          victims.put("a", new SchedulerExtender.Victims(List.of(), 0));
          return victims;
        };
    world.extender(new Fake(nobody));
    assertThat(preempt().result().verdict())
        .isEqualTo(Verdict.error("preemption: expected at least one victim pod on node \"a\""));
  }

  @Test
  void aNodeWithoutVictimsIsLeftOutWhereTheExtenderMayBeIgnored() {
    Answer nobody =
        victims -> {
          victims.put("a", new SchedulerExtender.Victims(List.of(), 0));
          return victims;
        };
    world.extender(new Fake(nobody).ignored());
    assertThat(preempt().nominatedNode()).isEqualTo("b");
  }

  @Test
  void extendersThatHaveNoPartInItAreNotAsked() {
    Answer never = _ -> fail("must not be asked");
    world
        .extender(new Fake(never, false, true, false))
        .extender(new Fake(never, false, false, true));
    assertThat(preempt().nominatedNode()).isEqualTo("a");
  }

  private static SequencedMap<String, SchedulerExtender.Victims> without(
      SequencedMap<String, SchedulerExtender.Victims> victims, String node) {
    victims.remove(node);
    return victims;
  }

  private static SequencedMap<String, SchedulerExtender.Victims> fail(String message)
      throws SchedulerExtender.ExtenderException {
    throw new SchedulerExtender.ExtenderException(message);
  }

  /** What an extender does with a map of its own. */
  private interface Answer {
    SequencedMap<String, SchedulerExtender.Victims> to(
        SequencedMap<String, SchedulerExtender.Victims> victims)
        throws SchedulerExtender.ExtenderException;
  }

  /** An extender that only preempts. */
  private record Fake(Answer answer, boolean ignorable, boolean preempts, boolean interested)
      implements SchedulerExtender {

    Fake(Answer answer) {
      this(answer, false, true, true);
    }

    Fake ignored() {
      return new Fake(answer, true, preempts, interested);
    }

    @Override
    public String name() {
      return "fake";
    }

    @Override
    public boolean interestedIn(Pod pod) {
      return interested;
    }

    @Override
    public boolean filters() {
      return false;
    }

    @Override
    public boolean scores() {
      return false;
    }

    @Override
    public boolean binds() {
      return false;
    }

    @Override
    public SequencedMap<String, Victims> preempt(
        Pod pod, SequencedMap<String, Victims> victims, ClusterView cluster)
        throws ExtenderException {
      return answer.to(new LinkedHashMap<>(victims));
    }

    @Override
    public FilterAnswer filter(Pod pod, List<NodeInfo> nodes) {
      throw new AssertionError("it does not filter");
    }

    @Override
    public CompletionStage<Map<String, Long>> score(Pod pod, List<NodeInfo> nodes) {
      throw new AssertionError("it does not score");
    }

    @Override
    public CompletionStage<Outcome> bind(Pod pod, String nodeName) {
      throw new AssertionError("it does not bind");
    }
  }
}
