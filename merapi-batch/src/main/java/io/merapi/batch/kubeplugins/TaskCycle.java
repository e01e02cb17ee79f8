package io.merapi.batch.kubeplugins;

import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.Plugin;
import io.merapi.api.framework.ReservePlugin;
import io.merapi.api.session.extension.CountedPredicate;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What wrapped plugins know of a task, from one extension point to the next. Tasks of one class may
 * have it in common, where nothing in it is of one of them alone.
 */
public final class TaskCycle implements CycleState.Copied {

  private final CycleState state;
  private final Set<String> skipped;
  private List<FilterPlugin> stable = List.of();
  private List<FilterPlugin> others = List.of();
  private boolean prepared;

  /** Whether a plugin that reserves is not skipped; null until somebody works it out. */
  private @Nullable Boolean reserves;

  private Optional<CountedPredicate> counted = Optional.empty();
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
    if (skipped.add(plugin.name())) {
      reserves = null;
      stable = unskipped(stable);
      others = unskipped(others);
    }
  }

  /** A cycle with the same state in which the filters of one more plugin are left out. */
  public TaskCycle without(Plugin plugin) {
    var more = new HashSet<>(skipped);
    more.add(plugin.name());
    return new TaskCycle(state, more);
  }

  /** The names of the plugins whose filters are left out; not to be changed. */
  public Set<String> skipped() {
    return skipped;
  }

  public boolean skips(Plugin plugin) {
    return skipped.contains(plugin.name());
  }

  /** Whether one of some plugins, always the same ones, is not skipped. */
  public boolean reserves(List<ReservePlugin> reservers) {
    Boolean known = reserves;
    if (known == null) {
      known = reservers.stream().anyMatch(plugin -> !skips(plugin));
      reserves = known;
    }
    return known;
  }

  /** Whether filters know what they need to know of the cluster. */
  public boolean isPrepared() {
    return prepared;
  }

  /**
   * Keeps which filters are asked about nodes, once they know what they need: those that are not
   * skipped.
   *
   * @param stableFilters that look at nothing but the node itself
   */
  public void setPrepared(List<FilterPlugin> stableFilters, List<FilterPlugin> otherFilters) {
    stable = unskipped(stableFilters);
    others = unskipped(otherFilters);
    prepared = true;
  }

  private List<FilterPlugin> unskipped(List<FilterPlugin> filters) {
    return filters.stream().filter(filter -> !skips(filter)).toList();
  }

  /** The filters to ask that look at nothing but the node itself. */
  public List<FilterPlugin> stableFilters() {
    return stable;
  }

  /** All other filters to ask. */
  public List<FilterPlugin> otherFilters() {
    return others;
  }

  /** What filters say, in halves, where what they count is kept; empty elsewhere. */
  public Optional<CountedPredicate> counted() {
    return counted;
  }

  public void setCounted(CountedPredicate halves) {
    this.counted = Optional.of(halves);
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
    copy.stable = stable;
    copy.others = others;
    copy.prepared = prepared;
    copy.reserves = reserves;
    copy.allocatedTo = allocatedTo;
    return copy;
  }
}
