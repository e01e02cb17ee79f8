package io.merapi.api.session.extension;

import io.merapi.api.session.SubJob;

/** Orders the sub-jobs of a job; the first plugin that sees a difference decides. */
public interface SubJobOrder extends BatchPlugin {

  /** Negative if the first goes before the second, positive if after, 0 if it does not matter. */
  int compareSubJobs(SubJob left, SubJob right);
}
