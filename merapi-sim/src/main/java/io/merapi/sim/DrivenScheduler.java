package io.merapi.sim;

import io.merapi.api.cluster.ObjectEvent;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A scheduler as a simulation drives it. */
public interface DrivenScheduler extends AutoCloseable {

  /** Takes in what happened in the cluster. */
  void accept(ObjectEvent event);

  /** Does what is due because time has passed; called once in every moment. */
  void wakeUp();

  /** Does the next piece of work of this moment; whether there was one. */
  boolean proceed();

  /** When it has something to do again; null while only events can bring that about. */
  @Nullable Instant nextWakeUp();

  @Override
  void close();
}
