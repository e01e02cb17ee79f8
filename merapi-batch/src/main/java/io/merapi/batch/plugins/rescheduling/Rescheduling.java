package io.merapi.batch.plugins.rescheduling;

import io.merapi.api.fixes.Fix;
import io.merapi.api.session.NodeUsage;
import io.merapi.api.session.Session;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Victims;
import java.util.List;

/**
 * Picks tasks on nodes with much measured load, from time to time and while other nodes have
 * little, so that they start anew elsewhere.
 *
 * <p>The interval passes whether or not an action asks for victims.
 */
public final class Rescheduling implements Victims {

  public static final String NAME = "rescheduling";

  private final ReschedulingArgs args;
  private final Session session;
  private final boolean due;

  /**
   * Opens a session.
   *
   * @param timer shared by all sessions
   */
  public Rescheduling(ReschedulingArgs args, Session session, ReschedulingTimer timer) {
    this.args = args;
    this.session = session;
    this.due = timer.begin(session.clock().instant(), args.interval());
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Task> victims(List<? extends Task> running) {
    LowNodeUtilization strategy = args.lowNodeUtilization();
    return due && strategy != null
        ? new LoadShift(strategy, period(), session).victims(running)
        : List.of();
  }

  private String period() {
    return session.fixes().has(Fix.RESCHEDULING_METRICS_PERIOD)
        ? NodeUsage.COLLECTED_PERIOD
        : args.metricsPeriod();
  }
}
