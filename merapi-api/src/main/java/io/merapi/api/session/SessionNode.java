package io.merapi.api.session;

import io.merapi.api.node.Node;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.resource.MissingDimension;
import io.merapi.api.resource.Resources;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * A node with the tasks on it, and what they leave of it.
 *
 * <p>Amounts that go by its tasks ({@link #idle}, {@link #used}, {@link #releasing}, {@link
 * #pipelined}) are those of the moment of looking: one that was asked for before a task moved may
 * have moved with it. Whoever keeps one keeps a {@link Resources#copy}.
 */
public interface SessionNode {

  default String name() {
    return node().meta().name();
  }

  Node node();

  /** The node as it was when the session was opened, with the pods that it had then. */
  NodeInfo info();

  /** The place of the node in the session's list. */
  int index();

  /** What it has, with what it lends out beyond its real resources. */
  Resources allocatable();

  /** The same before the system's share is taken off. */
  Resources capacity();

  /** What tasks leave; negative where they ask for more than there is. */
  Resources idle();

  /** What tasks hold, those being deleted included. */
  Resources used();

  /** What tasks hold that are being deleted. */
  Resources releasing();

  /** What tasks wait for that were pipelined here. */
  Resources pipelined();

  /** What it lends out beyond its real resources. */
  Resources oversubscription();

  /**
   * What will be idle once all that is being released is free and all that waits has started; a
   * value, which may be kept.
   */
  default Resources futureIdle() {
    return idle().sum().add(releasing()).subtract(pipelined()).toResources();
  }

  /** Whether a task could start here at once, as far as resources go. */
  default boolean fitsIdle(Task task) {
    return task.request().lessEqual(idle(), MissingDimension.ZERO);
  }

  /** Whether a task could start here once what is being released is free. */
  default boolean fitsFutureIdle(Task task) {
    return task.request().lessEqual(futureIdle(), MissingDimension.ZERO);
  }

  /** All tasks on the node, also those of other schedulers, in order of arrival. */
  Collection<? extends Task> tasks();

  /** A task on the node by its key; null where it is not here. */
  @Nullable Task task(String key);

  /** Its measured load, as far as it was known when the session was opened. */
  NodeUsage usage();

  /** The time window in which the node is lent out; empty for none. */
  String revocableZone();
}
