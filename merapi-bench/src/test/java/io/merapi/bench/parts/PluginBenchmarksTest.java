package io.merapi.bench.parts;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.feature.FeatureGates;
import io.merapi.batch.plugins.InTreePlugin;
import io.merapi.batch.plugins.InTreePlugins;
import io.merapi.kube.configuration.ExtensionPoint;
import io.merapi.kube.configuration.ProfilePlugins;
import io.merapi.kube.plugins.DefaultPlugins;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.infra.Blackhole;

/** JMH takes names of plugins only as constants; these are all there are, and each works. */
class PluginBenchmarksTest {

  private static final Blackhole BLACKHOLE =
      new Blackhole(
          "Today's password is swordfish. I understand instantiating Blackholes directly is"
              + " dangerous.");

  private static String[] parameters(Class<?> benchmark) throws NoSuchFieldException {
    return benchmark.getField("plugin").getAnnotation(Param.class).value();
  }

  static Stream<String> kubePlugins() throws NoSuchFieldException {
    return Stream.of(parameters(KubePluginBenchmark.class));
  }

  static Stream<String> batchPlugins() throws NoSuchFieldException {
    return Stream.of(parameters(BatchPluginBenchmark.class));
  }

  @Test
  void everyKubePluginThatFiltersOrScoresIsMeasured() throws NoSuchFieldException {
    ProfilePlugins plugins = DefaultPlugins.profile(FeatureGates.DEFAULTS).plugins();
    var expected = new TreeSet<>(plugins.at(ExtensionPoint.FILTER));
    expected.addAll(plugins.at(ExtensionPoint.SCORE));
    assertThat(kubePlugins()).containsExactlyElementsOf(expected);
  }

  @Test
  void everyBatchPluginWithAPredicateOrANodeOrderIsMeasured() throws NoSuchFieldException {
    Set<io.merapi.batch.tier.ExtensionPoint> points =
        Set.of(
            io.merapi.batch.tier.ExtensionPoint.PREDICATE,
            io.merapi.batch.tier.ExtensionPoint.NODE_ORDER,
            io.merapi.batch.tier.ExtensionPoint.BATCH_NODE_ORDER);
    Set<String> expected =
        InTreePlugins.ALL.stream()
            .filter(spec -> !Collections.disjoint(spec.points(), points))
            .map(InTreePlugin::name)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(batchPlugins()).containsExactlyElementsOf(expected);
  }

  @ParameterizedTest
  @MethodSource("kubePlugins")
  void kubePluginsAnswer(String plugin) {
    var benchmark = new KubePluginBenchmark();
    benchmark.plugin = plugin;
    benchmark.build();
    benchmark.filter(BLACKHOLE);
    benchmark.score(BLACKHOLE);
  }

  @ParameterizedTest
  @MethodSource("batchPlugins")
  void batchPluginsAnswer(String plugin) {
    var benchmark = new BatchPluginBenchmark();
    benchmark.plugin = plugin;
    benchmark.open();
    benchmark.predicate(BLACKHOLE);
    benchmark.nodeOrder(BLACKHOLE);
  }
}
