package io.merapi.batch.session;

/** One step of a session, such as {@code allocate}; made new for each session. */
public interface Action {

  void execute(SchedulingSession session);
}
