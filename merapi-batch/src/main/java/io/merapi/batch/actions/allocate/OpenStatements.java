package io.merapi.batch.actions.allocate;

import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.Statement;
import java.util.ArrayList;
import java.util.List;

/** The statements opened for one job, so that all can be taken back if a plugin throws. */
final class OpenStatements {

  private final SchedulingSession session;
  private final List<Statement> opened = new ArrayList<>();

  OpenStatements(SchedulingSession session) {
    this.session = session;
  }

  Statement open() {
    return open(0);
  }

  /**
   * @param room how many moves there may well be
   */
  Statement open(int room) {
    Statement statement = session.statement(room);
    opened.add(statement);
    return statement;
  }

  /** Leaves what was opened so far to whoever holds it. */
  void forget() {
    opened.clear();
  }

  void discardAll() {
    opened.reversed().forEach(Statement::discard);
    opened.clear();
  }
}
