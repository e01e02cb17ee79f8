package io.merapi.bench.soak;

import io.merapi.batch.actions.preempt.PreemptArgs;
import io.merapi.batch.configuration.ActionArguments;
import io.merapi.batch.configuration.BatchAction;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.plugins.InTreePlugins;
import io.merapi.batch.plugins.binpack.BinpackArgs;
import io.merapi.batch.plugins.networktopologyaware.NetworkTopologyAwareArgs;
import io.merapi.batch.plugins.nodeorder.NodeOrderArgs;
import io.merapi.batch.plugins.predicates.PredicatesArgs;
import io.merapi.batch.tier.PluginOption;
import io.merapi.batch.tier.PluginSwitch;
import io.merapi.batch.tier.Tier;
import io.merapi.batch.usage.MetricsConfiguration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Configurations of sessions from a seed: actions, tiers, switches and arguments. */
final class RandomTiers {

  private static final List<List<String>> FIRST =
      List.of(List.of("priority"), List.of("gang"), List.of("conformance"), List.of("cdp", "sla"));

  /** Without those that go by the clock or ask programs outside. */
  private static final List<List<String>> SECOND =
      List.of(
          List.of("overcommit", "resourcequota"),
          List.of("drf"),
          List.of("predicates"),
          List.of("proportion", "capacity"),
          List.of("nodeorder"),
          List.of("binpack", "resource-strategy-fit", "usage"),
          List.of("task-topology", "network-topology-aware"),
          List.of("pdb", "nodegroup", "deviceshare", "numa-aware"));

  private static final List<BatchAction> EVICTING =
      List.of(
          BatchAction.PREEMPT,
          BatchAction.RECLAIM,
          BatchAction.GANG_PREEMPT,
          BatchAction.GANG_RECLAIM);

  private final Random random;

  private RandomTiers(long seed) {
    this.random = new Random(seed);
  }

  static BatchConfiguration of(long seed) {
    return new RandomTiers(seed).configuration();
  }

  private BatchConfiguration configuration() {
    var actions =
        new ArrayList<>(List.of(BatchAction.ENQUEUE, BatchAction.ALLOCATE, BatchAction.BACKFILL));
    for (BatchAction action : EVICTING) {
      if (random.nextInt(3) == 0) {
        actions.add(random.nextInt(actions.size() + 1), action);
      }
    }
    if (random.nextInt(3) == 0) {
      BatchConfiguration plain = BatchConfiguration.byDefault();
      return new BatchConfiguration(
          actions, plain.tiers(), plain.actionArguments(), plain.metrics());
    }
    return new BatchConfiguration(
        actions, List.of(tier(FIRST), tier(SECOND)), arguments(), MetricsConfiguration.DEFAULTS);
  }

  private ActionArguments arguments() {
    ActionArguments byDefault = ActionArguments.DEFAULTS;
    return new ActionArguments(
        byDefault.enqueue(),
        byDefault.allocate(),
        byDefault.backfill(),
        random.nextInt(3) == 0
            ? new PreemptArgs(true, true, 16, 1 + random.nextInt(100), 1, 100)
            : PreemptArgs.DEFAULTS,
        byDefault.reclaim(),
        byDefault.gangPreempt(),
        byDefault.gangReclaim(),
        byDefault.shuffle());
  }

  /** Of most groups of plugins one. */
  private Tier tier(List<List<String>> groups) {
    var plugins = new ArrayList<PluginOption>();
    for (List<String> alternatives : groups) {
      if (random.nextInt(5) > 0) {
        plugins.add(plugin(alternatives.get(random.nextInt(alternatives.size()))));
      }
    }
    return new Tier(plugins);
  }

  private PluginOption plugin(String name) {
    PluginOption plain = InTreePlugins.named(name).orElseThrow().byDefault();
    var on = EnumSet.noneOf(PluginSwitch.class);
    plain.on().stream().filter(_ -> random.nextInt(25) > 0).forEach(on::add);
    Record arguments =
        switch (name) {
          case "nodeorder" ->
              new NodeOrderArgs(few(), few(), few(), few(), few(), few(), few(), few());
          case "binpack" -> new BinpackArgs(few(), Map.of("cpu", few(), "memory", few()));
          case "predicates" -> predicates();
          case "network-topology-aware" ->
              new NetworkTopologyAwareArgs(
                  1 + few(), few(), few(), Map.of(), random.nextBoolean(), 0.8, 8);
          default -> plain.arguments();
        };
    return new PluginOption(name, on, arguments);
  }

  private PredicatesArgs predicates() {
    PredicatesArgs plain = PredicatesArgs.DEFAULTS;
    return new PredicatesArgs(
        usually(),
        usually(),
        usually(),
        usually(),
        usually(),
        usually(),
        usually(),
        usually(),
        random.nextBoolean(),
        plain.dynamicResources(),
        plain.volumes(),
        plain.dynamicResourcesTimeout());
  }

  private boolean usually() {
    return random.nextInt(6) > 0;
  }

  private long few() {
    return random.nextInt(4);
  }
}
