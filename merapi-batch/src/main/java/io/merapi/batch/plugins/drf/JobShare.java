package io.merapi.batch.plugins.drf;

import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import io.merapi.batch.shares.DominantShare;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a job holds, and how much of the cluster that is. */
final class JobShare {

  private final Resources total;
  private final ResourcesSum allocated;

  /** Worked out when somebody asks; null from then on when the job holds something else. */
  private @Nullable DominantShare dominant;

  /**
   * @param total what the cluster has
   */
  JobShare(Resources allocated, Resources total) {
    this.total = total;
    this.allocated = allocated.sum();
  }

  /** What the job holds as of now; it follows what comes and goes. */
  Resources allocated() {
    return allocated.view();
  }

  void take(Resources amount) {
    allocated.add(amount);
    dominant = null;
  }

  void giveBack(Resources amount) {
    allocated.subtract(amount);
    dominant = null;
  }

  DominantShare dominant() {
    DominantShare known = dominant;
    if (known == null) {
      known = DominantShare.of(allocated(), total);
      dominant = known;
    }
    return known;
  }

  double share() {
    return dominant().share();
  }

  Map<String, @Nullable Object> attributes() {
    var attributes = new TreeMap<String, @Nullable Object>();
    attributes.put("share", dominant().share());
    attributes.put("dominantResource", dominant().resource());
    attributes.put("allocated", allocated.toResources());
    return attributes;
  }
}
