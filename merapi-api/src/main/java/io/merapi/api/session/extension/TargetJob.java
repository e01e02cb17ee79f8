package io.merapi.api.session.extension;

import io.merapi.api.session.Job;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Picks the job that nodes are reserved for; the first plugin decides. */
public interface TargetJob extends BatchPlugin {

  /** One of the jobs, or null for none. */
  @Nullable Job targetJob(List<? extends Job> jobs);
}
