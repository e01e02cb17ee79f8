package io.merapi.kube.framework;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.BindPlugin;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.PermitPlugin;
import io.merapi.api.framework.Plugin;
import io.merapi.api.framework.PostBindPlugin;
import io.merapi.api.framework.PreBindPlugin;
import io.merapi.api.framework.ReservePlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.effects.Outcome;
import io.merapi.kube.extenders.Extenders;
import io.merapi.kube.extenders.TestExtender;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class BindRunTest {

  private final ProfileFixture fixture = new ProfileFixture(node("a").build());
  private final PodInfo pod = fixture.pod(pod("p").build());
  private final List<String> calls = new ArrayList<>();

  @Test
  void reservesInOrderUntilOneDoesNot() {
    PluginVerdict verdict =
        binding(
                new Step("x", Verdict.success()),
                new Step("y", TestPlugins.no("taken")),
                new Step("z", Verdict.success()))
            .reserve(attempt(), "a");

    assertThat(verdict).isEqualTo(new PluginVerdict(TestPlugins.no("taken"), "y"));
    assertThat(calls).containsExactly("reserve x", "reserve y");
  }

  @Test
  void unreservesAllInReverseOrderWhateverOneThrows() {
    List<PluginVerdict> failures =
        binding(
                new Step("x", Verdict.success()),
                new Step("throws", Verdict.success()),
                new Step("z", Verdict.success()))
            .unreserve(attempt(), "a");

    assertThat(calls).containsExactly("unreserve z", "unreserve throws", "unreserve x");
    assertThat(failures)
        .extracting(PluginVerdict::message)
        .containsExactly(
            "running Unreserve plugin \"throws\": the plugin threw"
                + " java.lang.IllegalStateException: oops");
  }

  @Test
  void waitsForEveryPluginThatAsksForItButNotForEver() {
    PermitOutcome outcome =
        binding(
                new Step("x", new Verdict.Wait(Duration.ofSeconds(3))),
                new Step("y", Verdict.success()),
                new Step("z", new Verdict.Wait(Duration.ofHours(2))))
            .permit(attempt(), "a");

    assertThat(outcome.result().verdict()).isEqualTo(new Verdict.Wait(Duration.ofMinutes(15)));
    assertThat(outcome.waits())
        .isEqualTo(Map.of("x", Duration.ofSeconds(3), "z", Duration.ofMinutes(15)));
  }

  @Test
  void aRefusalOutweighsEveryWait() {
    PermitOutcome outcome =
        binding(
                new Step("x", new Verdict.Wait(Duration.ofSeconds(3))),
                new Step("y", TestPlugins.no("not yet")))
            .permit(attempt(), "a");

    assertThat(outcome.result()).isEqualTo(new PluginVerdict(TestPlugins.no("not yet"), "y"));
    assertThat(outcome.waits()).isEmpty();
  }

  @Test
  void preBindsUntilOneFails() {
    CompletionStage<PluginVerdict> verdict =
        binding(new Step("x", Verdict.error("broken")), new Step("y", Verdict.success()))
            .preBind(attempt(), "a");

    assertThat(verdict)
        .isCompletedWithValue(PluginVerdict.failed("running PreBind plugin \"x\": broken"));
    assertThat(calls).containsExactly("preBind x");
  }

  @Test
  void bindsByTheFirstPluginThatDoesNotSkip() {
    CompletionStage<PluginVerdict> verdict =
        binding(
                new Step("x", Verdict.skip()),
                new Step("y", Verdict.success()),
                new Step("z", Verdict.success()))
            .bind(attempt(), "a");

    assertThat(verdict).isCompletedWithValue(PluginVerdict.SUCCESS);
    assertThat(calls).containsExactly("bind x", "bind y");
  }

  @Test
  void saysThatNobodyBinds() {
    assertThat(binding(new Step("x", Verdict.skip())).bind(attempt(), "a"))
        .isCompletedWithValue(new PluginVerdict(Verdict.skip(), ""));
  }

  @Test
  void anExtenderBindsBeforeAnyPlugin() {
    var slow = new CompletableFuture<Outcome>();
    TestExtender extender = TestExtender.named("x").binding(slow);
    CompletionStage<PluginVerdict> verdict =
        binding(new Extenders(List.of(extender)), new Step("y", Verdict.success()))
            .bind(attempt(), "a");

    assertThat(extender.questions()).containsExactly("bind a");
    assertThat(verdict).isNotCompleted();
    slow.complete(new Outcome.Done());
    assertThat(verdict).isCompletedWithValue(PluginVerdict.SUCCESS);
    assertThat(calls).isEmpty();
  }

  @Test
  void anExtenderThatCannotBindFailsThePodUnlessItMayBeIgnored() {
    TestExtender strict = TestExtender.named("x").binding(Outcome.failed("node is gone"));
    TestExtender lax =
        TestExtender.named("y").binding(Outcome.failed("node is gone")).mayBeIgnored();
    Step plugin = new Step("z", Verdict.success());

    assertThat(binding(new Extenders(List.of(strict)), plugin).bind(attempt(), "a"))
        .isCompletedWithValue(PluginVerdict.failed("node is gone"));
    assertThat(calls).isEmpty();
    assertThat(binding(new Extenders(List.of(lax)), plugin).bind(attempt(), "a"))
        .isCompletedWithValue(PluginVerdict.SUCCESS);
    assertThat(calls).containsExactly("bind z");
  }

  @Test
  void anExtenderThatThrowsCannotBind() {
    TestExtender broken =
        TestExtender.named("x").binding(Outcome.done()).throwing(new IllegalStateException("oops"));

    assertThat(binding(new Extenders(List.of(broken))).bind(attempt(), "a"))
        .isCompletedWithValue(
            PluginVerdict.failed("extender \"x\" threw java.lang.IllegalStateException: oops"));
  }

  @Test
  void pluginsBindPodsThatNoExtenderIsInterestedIn() {
    TestExtender picky =
        TestExtender.named("x").binding(Outcome.failed("never asked")).interestedOnly(_ -> false);

    assertThat(
            binding(new Extenders(List.of(picky)), new Step("y", Verdict.success()))
                .bind(attempt(), "a"))
        .isCompletedWithValue(PluginVerdict.SUCCESS);
  }

  @Test
  void bindsOnlyWhenWhatComesBeforeIsDone() {
    var slow = new CompletableFuture<Verdict>();
    CompletionStage<PluginVerdict> verdict =
        binding(new SlowStep(slow), new Step("y", Verdict.success())).preBind(attempt(), "a");

    assertThat(verdict).isNotCompleted();
    assertThat(calls).isEmpty();
    slow.complete(Verdict.success());
    assertThat(verdict).isCompletedWithValue(PluginVerdict.SUCCESS);
    assertThat(calls).containsExactly("preBind y");
  }

  @Test
  void whatGoesWrongLaterIsTheVerdictOfThePlugin() {
    CompletionStage<PluginVerdict> verdict =
        binding(new SlowStep(CompletableFuture.failedFuture(new IllegalStateException("oops"))))
            .preBind(attempt(), "a");

    assertThat(verdict)
        .isCompletedWithValue(
            PluginVerdict.failed(
                "running PreBind plugin \"slow\": the plugin threw"
                    + " java.lang.IllegalStateException: oops"));
  }

  @Test
  void tellsAllPluginsThatThePodIsBound() {
    List<PluginVerdict> failures =
        binding(new Step("throws", Verdict.success()), new Step("x", Verdict.success()))
            .postBind(attempt(), "a");

    assertThat(calls).containsExactly("postBind throws", "postBind x");
    assertThat(failures).hasSize(1);
  }

  private Binding binding(Plugin... plugins) {
    return fixture.profile(plugins).binding();
  }

  private Binding binding(Extenders extenders, Plugin... plugins) {
    return fixture.profile(extenders, plugins).binding();
  }

  private PodAttempt attempt() {
    return fixture.profile().attempt(pod, fixture.cluster());
  }

  /** Pre-binds when it is told to. */
  private record SlowStep(CompletionStage<Verdict> done) implements PreBindPlugin {

    @Override
    public String name() {
      return "slow";
    }

    @Override
    public CompletionStage<Verdict> preBind(CycleState state, PodInfo pod, String nodeName) {
      return done;
    }
  }

  /** Answers every point the same, and throws where it has none to give. */
  private final class Step
      implements ReservePlugin, PermitPlugin, PreBindPlugin, BindPlugin, PostBindPlugin {

    private final String name;
    private final Verdict verdict;

    Step(String name, Verdict verdict) {
      this.name = name;
      this.verdict = verdict;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public Verdict reserve(CycleState state, PodInfo pod, String nodeName) {
      return answer("reserve");
    }

    @Override
    public void unreserve(CycleState state, PodInfo pod, String nodeName) {
      told("unreserve");
    }

    @Override
    public Verdict permit(CycleState state, PodInfo pod, String nodeName) {
      return answer("permit");
    }

    @Override
    public CompletionStage<Verdict> preBind(CycleState state, PodInfo pod, String nodeName) {
      return CompletableFuture.completedStage(answer("preBind"));
    }

    @Override
    public CompletionStage<Verdict> bind(CycleState state, PodInfo pod, String nodeName) {
      return CompletableFuture.completedStage(answer("bind"));
    }

    @Override
    public void postBind(CycleState state, PodInfo pod, String nodeName) {
      told("postBind");
    }

    private Verdict answer(String point) {
      calls.add(point + " " + name);
      return verdict;
    }

    private void told(String point) {
      calls.add(point + " " + name);
      if (name.equals("throws")) {
        throw new IllegalStateException("oops");
      }
    }
  }
}
