package io.merapi.bench.soak;

import java.util.Locale;

/** Whose decisions are tried. */
enum Layer {
  KUBE,
  BATCH;

  /** A cluster of few objects; the seed decides about its size and its configurations. */
  Trial begin(long seed) {
    return switch (this) {
      case KUBE -> new KubeTrial(seed);
      case BATCH -> new BatchTrial(seed);
    };
  }

  String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
