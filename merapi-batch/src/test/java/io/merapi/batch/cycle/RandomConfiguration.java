package io.merapi.batch.cycle;

import io.merapi.batch.actions.preempt.PreemptArgs;
import io.merapi.batch.configuration.ActionArguments;
import io.merapi.batch.configuration.BatchAction;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.plugins.InTreePlugins;
import io.merapi.batch.plugins.deviceshare.DeviceShareArgs;
import io.merapi.batch.tier.PluginOption;
import io.merapi.batch.tier.Tier;
import io.merapi.batch.usage.MetricsConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Configurations from a seed: the plugin gang is always in the first tier, others come and go. */
final class RandomConfiguration {

  private static final List<List<String>> FIRST =
      List.of(List.of("priority"), List.of("conformance"), List.of("cdp"));
  private static final List<List<String>> SECOND =
      List.of(
          List.of("overcommit"),
          List.of("drf"),
          List.of("predicates"),
          List.of("proportion", "capacity"),
          List.of("nodeorder"),
          List.of("binpack", "resource-strategy-fit"));
  private static final List<BatchAction> PLACING =
      List.of(BatchAction.ENQUEUE, BatchAction.ALLOCATE, BatchAction.BACKFILL);
  private static final List<BatchAction> EVICTING =
      List.of(
          BatchAction.PREEMPT,
          BatchAction.RECLAIM,
          BatchAction.GANG_PREEMPT,
          BatchAction.GANG_RECLAIM);

  private RandomConfiguration() {}

  /** Places and evicts, in any order. */
  static BatchConfiguration of(long seed) {
    var random = new SplittableRandom(seed);
    var actions = new ArrayList<>(PLACING);
    for (BatchAction action : EVICTING) {
      if (random.nextInt(3) == 0) {
        actions.add(random.nextInt(actions.size() + 1), action);
      }
    }
    return of(actions, random);
  }

  /** Places and evicts, in any order, and divides devices. */
  static BatchConfiguration dividing(long seed) {
    var random = new SplittableRandom(seed);
    BatchConfiguration plain = of(seed);
    var second = new ArrayList<>(plain.tiers().getLast().plugins());
    second.removeIf(option -> option.name().equals("predicates"));
    second.add(InTreePlugins.named("predicates").orElseThrow().byDefault());
    PluginOption byDefault = InTreePlugins.named("deviceshare").orElseThrow().byDefault();
    second.add(
        new PluginOption(
            byDefault.name(),
            byDefault.on(),
            new DeviceShareArgs(
                false,
                false,
                false,
                true,
                false,
                false,
                random.nextBoolean() ? "binpack" : "spread",
                random.nextInt(3),
                "",
                "",
                random.nextInt(3) == 0
                    ? List.of(Map.of(random.nextBoolean() ? "part" : "team", "0"))
                    : List.of())));
    return new BatchConfiguration(
        plain.actions(),
        List.of(plain.tiers().getFirst(), new Tier(second)),
        plain.actionArguments(),
        plain.metrics());
  }

  /** Preempts and reclaims, and does nothing else. */
  static BatchConfiguration evicting(long seed) {
    var random = new SplittableRandom(seed);
    List<BatchAction> actions =
        switch (random.nextInt(4)) {
          case 0 -> List.of(BatchAction.PREEMPT);
          case 1 -> List.of(BatchAction.RECLAIM);
          case 2 -> List.of(BatchAction.PREEMPT, BatchAction.RECLAIM);
          default -> List.of(BatchAction.RECLAIM, BatchAction.PREEMPT);
        };
    return of(actions, random);
  }

  private static BatchConfiguration of(List<BatchAction> actions, SplittableRandom random) {
    List<String> first = some(FIRST, random);
    first.add(random.nextInt(first.size() + 1), "gang");
    ActionArguments byDefault = ActionArguments.DEFAULTS;
    return new BatchConfiguration(
        actions,
        List.of(tier(first), tier(some(SECOND, random))),
        new ActionArguments(
            byDefault.enqueue(),
            byDefault.allocate(),
            byDefault.backfill(),
            random.nextInt(3) == 0
                ? new PreemptArgs(true, true, 16, 1 + random.nextInt(100), 1, 100)
                : PreemptArgs.DEFAULTS,
            byDefault.reclaim(),
            byDefault.gangPreempt(),
            byDefault.gangReclaim(),
            byDefault.shuffle()),
        MetricsConfiguration.DEFAULTS);
  }

  /** Of most groups of plugins one. */
  private static List<String> some(List<List<String>> groups, SplittableRandom random) {
    var chosen = new ArrayList<String>();
    for (List<String> alternatives : groups) {
      if (random.nextInt(4) > 0) {
        chosen.add(alternatives.get(random.nextInt(alternatives.size())));
      }
    }
    return chosen;
  }

  private static Tier tier(List<String> plugins) {
    return new Tier(
        plugins.stream().map(name -> InTreePlugins.named(name).orElseThrow().byDefault()).toList());
  }
}
