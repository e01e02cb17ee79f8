package io.merapi.batch.kubeplugins;

import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Plugin;
import java.util.HashSet;
import java.util.Set;

/** What wrapped plugins know of a task, from one extension point to the next. */
public final class TaskCycle implements CycleState.Copied {

  private final CycleState state;
  private final Set<String> skipped;
  private boolean prepared;
  private String allocatedTo = "";

  /**
   * A cycle in which nothing was asked.
   *
   * @param state with a place for everything that the wrapped plugins keep
   */
  public TaskCycle(CycleState state) {
    this(state, new HashSet<>());
  }

  private TaskCycle(CycleState state, Set<String> skipped) {
    this.state = state;
    this.skipped = skipped;
  }

  public CycleState state() {
    return state;
  }

  /**
   * Leaves a plugin's filter out for this task.
   *
   * <p>Kept from upstream: it stays out for the rest of the session, also where the plugin would
   * have something to say when it is asked again.
   */
  public void skip(Plugin plugin) {
    skipped.add(plugin.name());
  }

  public boolean skips(Plugin plugin) {
    return skipped.contains(plugin.name());
  }

  /** Whether filters know what they need to know of the cluster. */
  public boolean isPrepared() {
    return prepared;
  }

  public void setPrepared(boolean prepared) {
    this.prepared = prepared;
  }

  /** The node that the task was allocated to last in this session; empty for none. */
  public String allocatedTo() {
    return allocatedTo;
  }

  public void setAllocatedTo(String nodeName) {
    this.allocatedTo = nodeName;
  }

  @Override
  public TaskCycle copy() {
    var copy = new TaskCycle(state.copy(), new HashSet<>(skipped));
    copy.prepared = prepared;
    copy.allocatedTo = allocatedTo;
    return copy;
  }
}
