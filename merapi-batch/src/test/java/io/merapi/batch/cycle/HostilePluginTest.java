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
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.Verdict;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.session.extension.BatchPlugin;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.Validity;
import io.merapi.api.session.extension.VictimVote;
import io.merapi.api.session.extension.Vote;
import io.merapi.batch.configuration.BatchAction;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.plugins.BatchPlugins;
import io.merapi.batch.session.PluginFactory;
import io.merapi.batch.session.RecordedEffects;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.SessionOptions;
import io.merapi.batch.session.SessionParts;
import io.merapi.batch.session.World;
import io.merapi.batch.tier.ExtensionPoint;
import io.merapi.batch.tier.OtherArgs;
import io.merapi.batch.tier.PluginOption;
import io.merapi.batch.tier.PluginSwitch;
import io.merapi.batch.tier.Tier;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.state.ClusterState;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A plugin that throws in any of its methods costs what it was asked about, and nothing else. */
class HostilePluginTest {

  private static final String NAME = "hostile";

  private static final List<Class<? extends BatchPlugin>> POINTS =
      Stream.concat(
              Stream.of(BatchPlugin.class),
              Arrays.stream(ExtensionPoint.values()).map(ExtensionPoint::type))
          .<Class<? extends BatchPlugin>>map(type -> type)
          .toList();

  static Stream<Arguments> methods() {
    var thrown =
        Map.<String, Supplier<Throwable>>of(
            "an exception", () -> new IllegalStateException("broken"),
            "a linkage error", () -> new NoSuchMethodError("built for another version"),
            "an overflow", StackOverflowError::new);
    return POINTS.stream()
        .flatMap(point -> Arrays.stream(point.getDeclaredMethods()))
        .filter(method -> !method.isSynthetic() && !Modifier.isStatic(method.getModifiers()))
        .map(Method::getName)
        .filter(name -> !name.equals("name"))
        .distinct()
        .flatMap(method ->
            thrown.entrySet().stream()
                .flatMap(what ->
                    Stream.of(true, false)
                        .map(declares ->
                            Arguments.of(method, what.getKey(), declares, what.getValue()))));
  }

  private final RecordedEffects effects = new RecordedEffects();
  private final ClusterState state =
      new ClusterState(new ResourceDictionary(), PodRequests.Rules.DEFAULT, PodClassReads.ALL);

  @ParameterizedTest(name = "{0} throws {1}, declares what it depends on: {2}")
  @MethodSource("methods")
  void whateverItThrowsSessionsGoOn(
      String method, String what, boolean declares, Supplier<Throwable> thrown) {
    assertThat(what).isNotEmpty();
    var hostile = new Hostile(method, thrown, declares);
    with(
        queue("default").build(),
        queue("other").build(),
        node("n1").allocatable("cpu", "4").allocatable("pods", "10").build(),
        node("n2").allocatable("cpu", "4").allocatable("pods", "10").build(),
        podGroup("runs").phase(PodGroupPhase.RUNNING).build(),
        World.pending("runs-0", "runs").on("n1").request("cpu", "3").build(),
        podGroup("wide").phase(PodGroupPhase.INQUEUE).queue("other").minMember(2).build(),
        World.pending("wide-0", "wide").request("cpu", "4").build(),
        World.pending("wide-1", "wide").request("cpu", "4").build(),
        podGroup("good").build(),
        World.pending("good-0", "good").request("cpu", "1").build());
    SessionCycle cycle = cycle(hostile);
    cycle.run(state.snapshot());
    SchedulingSession session = cycle.open(state.snapshot());
    cycle.act(session);
    session.close();
    assertThat(session.failures().all()).allMatch(failure -> failure.plugin().equals(NAME));

    hostile.calm = true;
    cycle.run(state.snapshot());
    cycle.run(state.snapshot());
    assertThat(effects.calls()).anyMatch(call -> call.startsWith("bind good-0 to"));
  }

  private void with(ClusterObject... objects) {
    for (ClusterObject object : objects) {
      state.apply(new ObjectEvent.Applied(object));
    }
  }

  private SessionCycle cycle(Hostile hostile) {
    PluginFactory inTree = BatchPlugins.IN_TREE.factory(SchedulerParts.forQuestions(), null);
    BatchConfiguration plain = BatchConfiguration.byDefault();
    var tiers = new ArrayList<Tier>();
    tiers.add(
        new Tier(
            List.of(new PluginOption(NAME, EnumSet.allOf(PluginSwitch.class), OtherArgs.NONE))));
    tiers.addAll(plain.tiers());
    return new SessionCycle(
        new BatchConfiguration(
            List.of(
                BatchAction.ENQUEUE,
                BatchAction.ALLOCATE,
                BatchAction.BACKFILL,
                BatchAction.PREEMPT,
                BatchAction.RECLAIM,
                BatchAction.GANG_PREEMPT,
                BatchAction.GANG_RECLAIM,
                BatchAction.SHUFFLE),
            tiers,
            plain.actionArguments(),
            plain.metrics()),
        SessionOptions.DEFAULTS,
        (option, session) ->
            option.name().equals(NAME) ? hostile.plugin() : inTree.make(option, session),
        new SessionParts(
            effects, FeatureGates.DEFAULTS, Fixes.NONE, InstantSource.fixed(World.NOW), 0),
        _ -> null);
  }

  /** Takes part in everything, agrees to everything, and throws in one method. */
  private static final class Hostile implements InvocationHandler {

    private final String hostile;
    private final Supplier<Throwable> thrown;
    private final boolean declares;
    private boolean calm;

    Hostile(String hostile, Supplier<Throwable> thrown, boolean declares) {
      this.hostile = hostile;
      this.thrown = thrown;
      this.declares = declares;
    }

    BatchPlugin plugin() {
      return (BatchPlugin)
          Proxy.newProxyInstance(
              getClass().getClassLoader(), POINTS.toArray(Class<?>[]::new), this);
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // what equals means for an object without fields
    public @Nullable Object invoke(Object self, Method method, Object[] arguments)
        throws Throwable {
      String name = method.getName();
      if (name.equals(hostile) && !calm) {
        throw thrown.get();
      }
      if (declares) {
        switch (name) {
          case "tellsJobsApart", "readsIdentity", "readsClock" -> {
            return false;
          }
          case "mayBeAskedAtOnce" -> {
            return true;
          }
          case "standpoint" -> {
            return Optional.of(NAME);
          }
          case "predicateDependence", "nodeOrderDependence" -> {
            return Dependence.NODE;
          }
          case "scoreParts" -> {
            return Optional.of(List.of());
          }
          default -> {}
        }
      }
      return switch (name) {
        case "name", "toString" -> NAME;
        case "hashCode" -> System.identityHashCode(self);
        case "equals" -> self == arguments[0];
        case "overused" -> false;
        case "scoreNodes", "scoreHyperNodes" -> new double[((List<?>) arguments[1]).size()];
        default ->
            method.isDefault()
                ? InvocationHandler.invokeDefault(self, method, arguments)
                : agreement(method.getReturnType());
      };
    }

    private static @Nullable Object agreement(Class<?> type) {
      if (type == boolean.class) {
        return true;
      }
      if (type == int.class) {
        return 0;
      }
      if (type == double.class) {
        return 0.0;
      }
      Map<Class<?>, Object> answers =
          Map.of(
              Fit.class, Fit.fits(),
              Verdict.class, Verdict.success(),
              Vote.class, Vote.ABSTAIN,
              VictimVote.class, VictimVote.abstain(),
              Validity.class, Validity.valid(),
              Optional.class, Optional.empty(),
              Map.class, Map.of(),
              List.class, List.of(),
              Set.class, Set.of(),
              Collection.class, List.of());
      return answers.get(type);
    }
  }
}
