package io.merapi.batch.job;

import io.merapi.api.session.extension.Fit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/** What nodes have against a task, by the names of the nodes. */
final class NamedRefusals implements NodeRefusals {

  private final Map<String, Fit> nodes = new LinkedHashMap<>();

  /** Keeps what a node has against the task; the last word on a node counts. */
  void put(String node, Fit fit) {
    nodes.put(node, fit);
  }

  @Override
  public int size() {
    return nodes.size();
  }

  @Override
  public void forEach(BiConsumer<String, Fit> action) {
    nodes.forEach(action);
  }

  @Override
  public Map<String, Integer> reasons() {
    var counts = new LinkedHashMap<String, Integer>();
    nodes
        .values()
        .forEach(fit -> fit.reasons().forEach(text -> counts.merge(text, 1, Integer::sum)));
    return counts;
  }

  @Override
  public SortedSet<String> unresolvable() {
    var names = new TreeSet<String>();
    nodes.forEach((name, fit) -> {
      if (fit.has(Fit.Code.UNSCHEDULABLE_AND_UNRESOLVABLE)) {
        names.add(name);
      }
    });
    return Collections.unmodifiableSortedSet(names);
  }
}
