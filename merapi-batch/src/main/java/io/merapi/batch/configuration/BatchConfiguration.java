package io.merapi.batch.configuration;

import io.merapi.api.pod.PodClassReads;
import io.merapi.batch.plugins.InTreePlugins;
import io.merapi.batch.plugins.deviceshare.DeviceShareArgs;
import io.merapi.batch.tier.PluginOption;
import io.merapi.batch.tier.Tier;
import io.merapi.batch.usage.MetricsConfiguration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a session is opened with.
 *
 * @param actions in the order in which they run; one may stand several times
 * @param tiers in the order in which they decide
 */
public record BatchConfiguration(
    List<BatchAction> actions,
    List<Tier> tiers,
    ActionArguments actionArguments,
    MetricsConfiguration metrics) {

  public BatchConfiguration {
    actions = List.copyOf(actions);
    tiers = List.copyOf(tiers);
  }

  /** What upstream runs with where no file is given. */
  public static BatchConfiguration byDefault() {
    return new BatchConfiguration(
        List.of(BatchAction.ENQUEUE, BatchAction.ALLOCATE, BatchAction.BACKFILL),
        List.of(
            tier("priority", "gang", "conformance"),
            tier("overcommit", "drf", "predicates", "proportion", "nodeorder")),
        ActionArguments.DEFAULTS,
        MetricsConfiguration.DEFAULTS);
  }

  /** The plugins of all tiers, in order. */
  public Stream<PluginOption> plugins() {
    return tiers.stream().flatMap(tier -> tier.plugins().stream());
  }

  /** The labels and annotations of pods that its plugins read by name. */
  public PodClassReads podClassReads() {
    return PodClassReads.SESSIONS.andLabels(
        plugins()
            .map(PluginOption::arguments)
            .filter(DeviceShareArgs.class::isInstance)
            .flatMap(args -> ((DeviceShareArgs) args).exclusiveRules().stream())
            .flatMap(rule -> rule.keySet().stream())
            .collect(Collectors.toSet()));
  }

  private static Tier tier(String... plugins) {
    return new Tier(
        Arrays.stream(plugins)
            .map(name -> InTreePlugins.named(name).orElseThrow().byDefault())
            .toList());
  }
}
