package io.merapi.batch.plugins.tdm;

import io.merapi.api.session.Job;
import io.merapi.api.session.Job.DisruptionBudget;
import io.merapi.api.session.TaskStatus;

/** How many tasks of a job may be evicted at once. */
final class EvictionBudget {

  private static final int BY_DEFAULT = 1;

  private EvictionBudget() {}

  /**
   * What the job's budget leaves of its running tasks; one where it has none.
   *
   * <p>Kept from upstream: a job that is below the minimum of its budget already loses one task
   * more.
   */
  static int of(Job job) {
    DisruptionBudget budget = job.budget();
    int all = job.tasks().size();
    int running = job.count(TaskStatus.RUNNING);
    if (!budget.maxUnavailable().isEmpty()) {
      int ended = job.count(TaskStatus.SUCCEEDED) + job.count(TaskStatus.FAILED);
      return Math.max(amount(budget.maxUnavailable(), all) - (all - ended - running), 0);
    }
    if (!budget.minAvailable().isEmpty()) {
      int minimum = amount(budget.minAvailable(), all);
      if (running >= minimum) {
        return running - minimum;
      }
    }
    return BY_DEFAULT;
  }

  /** A number, or a percentage of the tasks rounded up; 0 for anything else. */
  private static int amount(String text, int tasks) {
    try {
      return text.endsWith("%")
          ? (int)
              Math.ceil(
                  Integer.parseInt(text.substring(0, text.length() - 1)) * (double) tasks / 100)
          : Integer.parseInt(text);
    } catch (NumberFormatException _) {
      return 0;
    }
  }
}
