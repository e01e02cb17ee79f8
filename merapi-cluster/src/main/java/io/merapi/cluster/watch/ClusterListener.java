package io.merapi.cluster.watch;

import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.cluster.ObjectKind;
import java.util.List;

/**
 * Takes what happens in the cluster.
 *
 * <p>All calls come from one thread, one after the other. Events of one kind come in the order in
 * which the cluster saw them; between kinds there is no order. A listener that is slow gets larger
 * batches; one that throws ends the watch, since nothing after a lost event can be trusted.
 */
public interface ClusterListener {

  /** Things have changed; at least one event. */
  void changed(List<ObjectEvent> events);

  /**
   * Every kind has been read completely for the first time: from now on what was told is the whole
   * cluster. Called once.
   */
  void synced();

  /**
   * An object cannot be read. Where an earlier form of it was told, that form stays; everything
   * else goes on.
   */
  void setAside(UnreadableObject object);

  /** A stream broke before its time; it is being resumed, and no event will be missing. */
  void interrupted(ObjectKind kind, String reason);

  /** The server takes the watch of a kind again that was interrupted. */
  default void resumed(ObjectKind kind) {}
}
