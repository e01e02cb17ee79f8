package io.merapi.sim.recording;

import io.merapi.sim.report.WaitBucket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Sorts waits into buckets that grow with the wait, as people tell them apart. */
final class WaitBuckets {

  /** Where buckets begin, in seconds. */
  private static final int[] BEGIN = {
    0, 1, 3, 10, 30, 60, 180, 600, 1800, 3600, 10_800, 21_600, 43_200, 86_400, 259_200, 604_800
  };

  private final long[] started = new long[BEGIN.length];
  private final long[] notStarted = new long[BEGIN.length];

  void add(long waitedMillis, boolean hasStarted) {
    int bucket = BEGIN.length - 1;
    while (waitedMillis < BEGIN[bucket] * 1000L) {
      bucket--;
    }
    (hasStarted ? started : notStarted)[bucket]++;
  }

  /** From the shortest wait to the last bucket that has jobs. */
  List<WaitBucket> result() {
    int last = BEGIN.length - 1;
    while (last >= 0 && started[last] + notStarted[last] == 0) {
      last--;
    }
    var buckets = new ArrayList<WaitBucket>();
    for (int i = 0; i <= last; i++) {
      buckets.add(
          new WaitBucket(
              Duration.ofSeconds(BEGIN[i]),
              i + 1 < BEGIN.length ? Duration.ofSeconds(BEGIN[i + 1]) : null,
              started[i],
              notStarted[i]));
    }
    return buckets;
  }
}
