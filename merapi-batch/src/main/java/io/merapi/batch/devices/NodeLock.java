package io.merapi.batch.devices;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * A lock on a node, as a session sees it: it is an annotation of the node that says since when it
 * is held, and whoever hands the devices out there takes it off.
 *
 * <p>A lock that is taken in a session is written before the pod is bound; see {@link
 * io.merapi.api.session.extension.BindContext#lock}. In the session it stays taken even if the task
 * gives its place up again, as upstream has it.
 */
public final class NodeLock {

  /** When a lock that nobody took off no longer counts. */
  public static final Duration TIMEOUT = Duration.ofMinutes(5);

  private final String nodeName;
  private final String name;
  private @Nullable String since;

  /**
   * A lock.
   *
   * @param since what the node's annotation says; null where it is not held
   */
  public NodeLock(String nodeName, String name, @Nullable String since) {
    this.nodeName = nodeName;
    this.name = name;
    this.since = since;
  }

  public String name() {
    return name;
  }

  /**
   * Takes the lock.
   *
   * @return why it cannot be taken; null where it was
   */
  public @Nullable String take(Instant now) {
    String held = since;
    if (held != null) {
      Instant instant;
      try {
        instant = OffsetDateTime.parse(held).toInstant();
      } catch (DateTimeException _) {
        return "lock %s of node %s says (%s), which is no time".formatted(name, nodeName, held);
      }
      if (Duration.between(instant, now).compareTo(TIMEOUT) <= 0) {
        return "node %s has been locked within 5 minutes".formatted(nodeName);
      }
    }
    since = now.truncatedTo(ChronoUnit.SECONDS).toString();
    return null;
  }

  /** What the node's annotation is to say; null where the lock is not held. */
  public @Nullable String since() {
    return since;
  }

  /** A copy for a dry run. */
  public NodeLock copy() {
    return new NodeLock(nodeName, name, since);
  }
}
