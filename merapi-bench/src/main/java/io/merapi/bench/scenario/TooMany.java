package io.merapi.bench.scenario;

/** The pods of a scenario do not all find a place, so that its figures would mean nothing. */
public final class TooMany extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private TooMany(String message) {
    super(message);
  }

  /** Answers with the number of pods that were placed, if that is all of them. */
  static int check(int placed, Setting setting) {
    if (placed < setting.pods()) {
      throw new TooMany(
          "only %,d of %,d pods found a place on %,d nodes; take fewer pods or more nodes"
              .formatted(placed, setting.pods(), setting.nodes()));
    }
    return placed;
  }
}
