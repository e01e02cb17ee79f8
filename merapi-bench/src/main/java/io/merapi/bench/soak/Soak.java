package io.merapi.bench.soak;

import java.io.PrintWriter;
import java.util.stream.Collectors;

/**
 * Lets histories of one layer follow one another, each of the seed after the one before, until one
 * ends in trouble. That one is cut down to the events that matter and told, with the options that
 * repeat it.
 */
final class Soak {

  /** Of one history: enough for memory to fill, and few enough to be cut down. */
  static final int STEPS = 200;

  private final Layer layer;
  private final PrintWriter out;

  Soak(Layer layer, PrintWriter out) {
    this.layer = layer;
    this.out = out;
  }

  /**
   * Lives through histories.
   *
   * @return whether all of them ended well
   */
  boolean run(long firstSeed, long steps) {
    long compared = 0;
    long seed = firstSeed;
    for (long done = 0; done < steps; done += STEPS, seed++) {
      var history = History.of(seed, STEPS);
      History.Ending ending = history.run(layer::begin);
      compared += ending.compared();
      if (!ending.well()) {
        out.printf("seed %d: trouble after %d events%n", seed, ending.story().size());
        return tell(history.shrunk(layer::begin));
      }
      if ((seed - firstSeed) % 100 == 99) {
        out.printf("%,d steps, %,d decisions compared%n", done + STEPS, compared);
        out.flush();
      }
    }
    out.printf("%,d decisions compared, no difference%n", compared);
    return true;
  }

  /** Tells a history, and says whether it ends well. */
  boolean tell(History history) {
    History.Ending ending = history.run(layer::begin);
    ending.story().forEach(line -> out.println("  " + line));
    out.println(ending.well() ? "ends well" : "  " + ending.trouble());
    out.printf(
        "again: %s --seed %d --events %s%n",
        layer.key(),
        history.seed(),
        history.events().stream().map(Long::toHexString).collect(Collectors.joining(",")));
    return ending.well();
  }
}
