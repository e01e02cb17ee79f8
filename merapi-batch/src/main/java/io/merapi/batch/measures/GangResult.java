package io.merapi.batch.measures;

import java.util.List;

/** A plugin that finds out which gangs are not complete when a session ends. */
public interface GangResult {

  /** Those that it found when it was closed. */
  List<BatchMeasures.UnreadyJob> unreadyJobs();
}
