package io.merapi.batch.plugins.drf;

import io.merapi.api.resource.Resources;
import io.merapi.batch.shares.DominantShare;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a job holds, and how much of the cluster that is. */
record JobShare(Resources allocated, DominantShare dominant) {

  static JobShare of(Resources allocated, Resources total) {
    return new JobShare(allocated, DominantShare.of(allocated, total));
  }

  double share() {
    return dominant.share();
  }

  Map<String, @Nullable Object> attributes() {
    var attributes = new TreeMap<String, @Nullable Object>();
    attributes.put("share", dominant.share());
    attributes.put("dominantResource", dominant.resource());
    attributes.put("allocated", allocated);
    return attributes;
  }
}
