package io.merapi.batch.job;

import io.merapi.api.session.extension.Fit;
import java.util.Map;
import java.util.SortedSet;
import java.util.function.BiConsumer;

/** What nodes have against a task; it may grow while a search goes on, and then stays as it is. */
public interface NodeRefusals {

  /** How many nodes have something against it. */
  int size();

  /** Tells the name of each node and what it has against the task. */
  void forEach(BiConsumer<String, Fit> action);

  /** How many times each reason is given, by the text that users see. */
  Map<String, Integer> reasons();

  /** Nodes on which no eviction would help, by name. */
  SortedSet<String> unresolvable();
}
