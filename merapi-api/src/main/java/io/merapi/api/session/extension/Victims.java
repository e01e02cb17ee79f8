package io.merapi.api.session.extension;

import io.merapi.api.session.Task;
import java.util.Collection;
import java.util.List;

/** Picks tasks to evict for the good of the cluster; the first tier that picks any decides. */
public interface Victims extends BatchPlugin {

  /**
   * Some of the tasks.
   *
   * @param running all running tasks
   */
  Collection<? extends Task> victims(List<? extends Task> running);
}
