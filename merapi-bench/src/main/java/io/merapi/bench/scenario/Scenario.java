package io.merapi.bench.scenario;

import io.merapi.bench.scenario.Setting.Mix;
import java.util.List;

/** A load to measure with, in any size. */
public interface Scenario {

  /** As one types it. */
  String name();

  /** What it is, in half a line. */
  String summary();

  /** How many nodes there are where nobody says. */
  default int usualNodes() {
    return 5_000;
  }

  /** How many pods there are on so many nodes where nobody says. */
  int usualPods(int nodes);

  /** How varied the load is where nobody says. */
  default Mix usualMix() {
    return new Mix(500, 4, 1_000);
  }

  /** What is measured, each by itself; one thing for most. */
  List<Variant> variants(Setting setting);
}
