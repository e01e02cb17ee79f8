package io.merapi.batch.actions.eviction;

import io.merapi.api.framework.Verdict;
import io.merapi.api.session.Session;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.TaskEvents;
import java.util.List;

/** Writes down every move, and refuses some. */
record Logged(Session session, List<String> log) implements TaskEvents {

  @Override
  public String name() {
    return "logged";
  }

  @Override
  public Verdict allocated(Task task) {
    log.add("take " + task);
    return task.name().endsWith("4") && task.nodeName().endsWith("1")
        ? Verdict.error("not there")
        : Verdict.success();
  }

  @Override
  public void deallocated(Task task) {
    log.add("give " + task);
  }
}
