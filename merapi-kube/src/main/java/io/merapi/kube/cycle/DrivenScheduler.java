package io.merapi.kube.cycle;

import io.merapi.api.cluster.ObjectEvent;
import io.merapi.kube.audit.ClusterAudit;
import io.merapi.kube.audit.Violation;
import io.merapi.kube.state.Snapshot;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A scheduler as a real cluster or a simulation drives it, on one thread: events are handed in as
 * they come, and between them it does one piece of work after the other.
 */
public interface DrivenScheduler extends AutoCloseable {

  /** Takes in what happened in the cluster. */
  void accept(ObjectEvent event);

  /** Does what is due because time has passed. */
  void wakeUp();

  /** Does the next piece of work that can be done now; whether there was one. */
  boolean proceed();

  /** When it has something to do again; null while only events can bring that about. */
  @Nullable Instant nextWakeUp();

  /** The cluster as it is now, the decisions so far included. */
  Snapshot snapshot();

  /**
   * What does not agree in its own books; looks at everything, so it is for now and then. Between
   * two pieces of work only.
   */
  default List<Violation> audit() {
    return ClusterAudit.of(snapshot());
  }

  @Override
  void close();
}
