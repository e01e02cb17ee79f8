package io.merapi.kube.cycle;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.BindPlugin;
import io.merapi.api.framework.ClusterAction;
import io.merapi.api.framework.EnqueueExtensions;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.PermitPlugin;
import io.merapi.api.framework.Plugin;
import io.merapi.api.framework.PostBindPlugin;
import io.merapi.api.framework.PostFilterPlugin;
import io.merapi.api.framework.PreBindPlugin;
import io.merapi.api.framework.PreEnqueuePlugin;
import io.merapi.api.framework.PreFilterPlugin;
import io.merapi.api.framework.PreFilterResult;
import io.merapi.api.framework.PreScorePlugin;
import io.merapi.api.framework.ReservePlugin;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.framework.Verdict;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A plugin that throws in any of its methods costs its pods their attempts, and nothing else. */
class HostilePluginTest {

  private static final List<Class<? extends Plugin>> POINTS =
      List.of(
          PreEnqueuePlugin.class,
          PreFilterPlugin.class,
          FilterPlugin.class,
          PostFilterPlugin.class,
          PreScorePlugin.class,
          ScorePlugin.class,
          ReservePlugin.class,
          PermitPlugin.class,
          PreBindPlugin.class,
          BindPlugin.class,
          PostBindPlugin.class,
          EnqueueExtensions.class);

  /** Asked when a profile is made, which is refused then. */
  private static final Set<String> WHEN_MADE =
      Set.of("eventsToRegister", "filterCounts", "scoreCounts", "normalization");

  static Stream<Arguments> methods() {
    List<Supplier<Throwable>> thrown =
        List.of(
            () -> new IllegalStateException("broken"),
            () -> new NoSuchMethodError("built for another version"),
            StackOverflowError::new);
    return POINTS.stream()
        .flatMap(point -> Arrays.stream(point.getDeclaredMethods()))
        .filter(method -> !method.isSynthetic() && !Modifier.isStatic(method.getModifiers()))
        .filter(method -> !WHEN_MADE.contains(method.getName()))
        .flatMap(method -> thrown.stream().map(what -> Arguments.of(method.getName(), what.get())));
  }

  @ParameterizedTest(name = "{0} throws {1}")
  @MethodSource("methods")
  void whateverItThrowsTheSchedulerGoesOn(String method, Throwable thrown) {
    var hostile = new Hostile(method, thrown);
    var cluster = new TestCluster(hostile.plugin());
    cluster.apply(node("a").allocatable("cpu", "4").allocatable("pods", "9").build());
    cluster.apply(node("b").allocatable("cpu", "4").allocatable("pods", "9").build());
    // One that fits, and one that nowhere fits whatever is evicted, so that all points are reached.
    cluster.apply(pod("p").request("cpu", "1").build());
    cluster.apply(pod("q").priority(9).request("cpu", "64").build());
    List.copyOf(cluster.binds.keySet()).forEach(cluster::bound);
    cluster.apply(node("c").allocatable("cpu", "4").allocatable("pods", "9").build());
    cluster.pass(Duration.ofMinutes(6));

    hostile.calm = true;
    cluster.apply(node("d").allocatable("cpu", "4").allocatable("pods", "9").build());
    cluster.apply(pod("r").request("cpu", "1").build());
    cluster.pass(Duration.ofMinutes(6));
    cluster.pass(Duration.ofMinutes(6));

    assertThat(cluster.nodeOf("default/r")).as(cluster.told.toString()).isNotNull();
    assertThat(cluster.nodeOf("default/p")).as(cluster.told.toString()).isNotNull();
  }

  /** Takes part in everything, and throws in one method. */
  private static final class Hostile implements InvocationHandler {

    private final String hostile;
    private final Throwable thrown;
    private boolean calm;

    Hostile(String hostile, Throwable thrown) {
      this.hostile = hostile;
      this.thrown = thrown;
    }

    Plugin plugin() {
      return (Plugin)
          Proxy.newProxyInstance(
              getClass().getClassLoader(), POINTS.toArray(Class<?>[]::new), this);
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // what equals means for an object without fields
    public @Nullable Object invoke(Object self, Method method, Object[] arguments)
        throws Throwable {
      String name = method.getName();
      if (name.equals(hostile) && !calm) {
        throw thrown;
      }
      return switch (name) {
        case "name" -> "Hostile";
        case "hashCode" -> System.identityHashCode(self);
        case "equals" -> self == arguments[0];
        case "toString" -> "Hostile";
        case "preFilter" -> PreFilterResult.of(Verdict.success());
        case "preEnqueue", "filter", "preScore", "reserve", "permit" -> Verdict.success();
        case "preBind" -> CompletableFuture.completedStage(Verdict.success());
        case "bind" -> CompletableFuture.completedStage(Verdict.skip());
        case "postFilter" -> new PostFilterPlugin.PostFilterResult(Verdict.unschedulable(), null);
        case "score" -> 1L;
        case "eventsToRegister" ->
            List.of(
                EnqueueExtensions.Registration.of(ObjectKind.NODE, Set.of(ClusterAction.values())));
        default ->
            method.isDefault() ? InvocationHandler.invokeDefault(self, method, arguments) : null;
      };
    }
  }
}
