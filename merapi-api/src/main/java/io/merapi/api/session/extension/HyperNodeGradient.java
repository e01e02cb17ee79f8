package io.merapi.api.session.extension;

import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.api.session.Job;
import io.merapi.api.session.SubJob;
import java.util.List;

/**
 * Sorts the domains below one into those to try first, those to try next and so on, leaving out
 * those that a job or sub-job must not use; the first plugin decides.
 */
public interface HyperNodeGradient extends BatchPlugin {

  List<List<HyperNodeInfo>> gradients(Job job, HyperNodeInfo below, SearchPurpose purpose);

  List<List<HyperNodeInfo>> gradients(SubJob subJob, HyperNodeInfo below, SearchPurpose purpose);

  /** What domains are looked for. */
  enum SearchPurpose {
    ALLOCATE,
    EVICT
  }
}
