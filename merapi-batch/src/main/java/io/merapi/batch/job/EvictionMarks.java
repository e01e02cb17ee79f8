package io.merapi.batch.job;

import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.kube.configuration.GoBool;
import org.jspecify.annotations.Nullable;

/** What pods and groups say, by labels and annotations, of being evicted. */
final class EvictionMarks {

  private static final String EVERY_ZONE = "*";

  private EvictionMarks() {}

  /**
   * Whether the object may be evicted; the annotation comes before the label, and what is no flag
   * counts as false.
   *
   * @param absent the answer where the object does not say
   */
  static boolean preemptable(ObjectMeta meta, boolean absent) {
    String annotation = meta.annotations().get(VolcanoKeys.PREEMPTABLE);
    String text = annotation == null ? meta.labels().get(VolcanoKeys.PREEMPTABLE) : annotation;
    return text == null ? absent : GoBool.isTrue(text);
  }

  /** {@code *} if the object may use nodes that are lent out for a time, else empty. */
  static String revocableZone(ObjectMeta meta) {
    String zone = meta.annotations().get(VolcanoKeys.REVOCABLE_ZONE);
    if (zone != null) {
      return zone.equals(EVERY_ZONE) ? EVERY_ZONE : "";
    }
    @Nullable String preemptable = meta.annotations().get(VolcanoKeys.PREEMPTABLE);
    return GoBool.isTrue(preemptable) ? EVERY_ZONE : "";
  }
}
