package io.merapi.kube.plugins;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.PluginContext;
import io.merapi.api.framework.PreFilterPlugin;
import io.merapi.api.framework.PreScorePlugin;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.pod.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;

/** What must hold for every plugin that counts pods of the whole cluster, on random clusters. */
public final class DryRuns {

  private static final int NODES = 8;
  private static final int CLUSTERS = 400;

  private DryRuns() {}

  /**
   * Pods come and go, on any node, in a dry run: after each of them the plugin says what it says of
   * a cluster that really is so; and when all is taken back, what it said in the beginning.
   */
  public static <P extends PreFilterPlugin & FilterPlugin & PreScorePlugin & ScorePlugin>
      void assertFollowsEveryChange(Function<PluginContext, P> maker) {
    int followed = 0;
    for (int seed = 0; seed < CLUSTERS; seed++) {
      var random = new Random(seed);
      var world = new RandomTopology(seed);
      PluginTrial trial = cluster(world, random);
      P plugin = maker.apply(trial.context());
      Pod incoming = world.randomPod("incoming");
      var attempt = trial.attempt(plugin, incoming);
      if (!attempt.preFilter().isSuccess()) {
        continue;
      }
      followed++;
      Map<String, String> before = attempt.rejections();
      var dryRun = attempt.copy();
      var there = new ArrayList<Pod>();
      for (int step = 0; step < 12; step++) {
        if (there.isEmpty() || random.nextInt(3) > 0) {
          Pod pod = world.randomPod("extra-" + step).onNode(nodeName(random));
          trial.with(pod);
          there.add(pod);
          dryRun.add(trial.info(pod), trial.node(pod.nodeName()));
        } else {
          remove(trial, dryRun, there, random.nextInt(there.size()));
        }
        assertThat(dryRun.rejections())
            .as("seed %d, step %d", seed, step)
            .isEqualTo(trial.attempt(plugin, incoming).rejections());
      }
      while (!there.isEmpty()) {
        remove(trial, dryRun, there, random.nextInt(there.size()));
      }
      assertThat(dryRun.rejections()).as("seed %d, taken back", seed).isEqualTo(before);
      assertThat(attempt.rejections()).as("seed %d, the original", seed).isEqualTo(before);
    }
    assertThat(followed).isGreaterThan(CLUSTERS / 4);
  }

  private static void remove(
      PluginTrial trial, PluginTrial.Attempt dryRun, List<Pod> there, int index) {
    Pod pod = there.remove(index);
    var info = trial.info(pod);
    trial.without(pod);
    dryRun.remove(info, trial.node(pod.nodeName()));
  }

  /** Final scores lie between 0 and 100, and are the same for the same cluster. */
  public static <P extends PreFilterPlugin & FilterPlugin & PreScorePlugin & ScorePlugin>
      void assertScoresInRange(Function<PluginContext, P> maker) {
    int scored = 0;
    for (int seed = 0; seed < CLUSTERS; seed++) {
      Map<String, Long> scores = scores(seed, maker);
      assertThat(scores.values()).as("seed %d", seed).allMatch(s -> s >= 0 && s <= 100);
      assertThat(scores(seed, maker)).as("seed %d, again", seed).isEqualTo(scores);
      scored += scores.isEmpty() ? 0 : 1;
    }
    assertThat(scored).isGreaterThan(CLUSTERS / 8);
  }

  private static <P extends PreFilterPlugin & FilterPlugin & PreScorePlugin & ScorePlugin>
      Map<String, Long> scores(int seed, Function<PluginContext, P> maker) {
    var world = new RandomTopology(seed);
    PluginTrial trial = cluster(world, new Random(seed));
    var attempt = trial.attempt(maker.apply(trial.context()), world.randomPod("incoming"));
    return attempt.preScore().isSuccess() ? attempt.finalScores() : Map.of();
  }

  private static PluginTrial cluster(RandomTopology world, Random random) {
    PluginTrial trial = PluginTrial.trial();
    RandomTopology.namespaces().forEach(trial::with);
    for (int i = 0; i < NODES; i++) {
      trial.with(world.randomNode("node-" + i));
    }
    for (int i = random.nextInt(15); i > 0; i--) {
      trial.with(world.randomPod("pod-" + i).onNode(nodeName(random)));
    }
    return trial;
  }

  private static String nodeName(Random random) {
    return "node-" + random.nextInt(NODES);
  }
}
