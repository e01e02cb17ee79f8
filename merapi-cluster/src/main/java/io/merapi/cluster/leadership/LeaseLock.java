package io.merapi.cluster.leadership;

import io.merapi.cluster.http.ApiAnswer;
import io.merapi.cluster.http.ApiClient;
import io.merapi.cluster.http.ApiStatus;
import io.merapi.cluster.permission.ApiCall;
import io.merapi.kube.configuration.LeaderElection;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * One lease, as one replica sees it.
 *
 * <p>Clocks of machines differ, so the times in a lease are for people: it is over when nobody has
 * written to it for as long as it lasts, by one's own clock.
 */
final class LeaseLock {

  private final ApiClient client;
  private final LeaderElection settings;
  private final String identity;
  private final InstantSource clock;

  /** The lease as it was last seen, and when it was first seen so. */
  private @Nullable Lease observed;

  private long observedNanos;

  LeaseLock(ApiClient client, LeaderElection settings, String identity, InstantSource clock) {
    this.client = client;
    this.settings = settings;
    this.identity = identity;
    this.clock = clock;
  }

  /** What came of trying to get the lease, or to keep it. */
  sealed interface Attempt {

    /** It is held by this replica. */
    record Held() implements Attempt {}

    /** Another replica has it. */
    record HeldBy(String holder) implements Attempt {}

    /** Nobody knows. */
    record Failed(String why) implements Attempt {}
  }

  /** Takes the lease if it is free, and renews it if it is held. */
  synchronized Attempt tryToHold() {
    try {
      Lease known = observed;
      if (known != null && known.holder().equals(identity)) {
        ApiAnswer answer = write(known);
        if (answer.succeeded()) {
          return held(answer);
        }
        // Somebody has written to it: look at what it is now.
      }
      ApiAnswer found =
          client.send(
              ApiCall.READ_LEASE.get(settings.resourceNamespace(), settings.resourceName()));
      if (found.code() == ApiStatus.NOT_FOUND) {
        Lease first = Lease.taken(identity, settings.leaseDuration(), clock.instant());
        return result(
            client.send(ApiCall.CREATE_LEASE.create(settings.resourceNamespace(), json(first))));
      }
      if (!found.succeeded()) {
        return new Attempt.Failed(found.status().message());
      }
      Lease now = Lease.read(found);
      if (now.differsFrom(observed)) {
        observe(now);
      }
      boolean own = now.holder().equals(identity);
      if (!own && !now.holder().isEmpty() && !over(now)) {
        return new Attempt.HeldBy(now.holder());
      }
      return result(write(now));
    } catch (IOException e) {
      return new Attempt.Failed(e.getMessage() == null ? e.toString() : e.getMessage());
    }
  }

  private boolean over(Lease lease) {
    Duration unchanged = Duration.ofNanos(System.nanoTime() - observedNanos);
    // Who holds it may have been promised another time than this replica would be.
    Duration promised = Duration.ofSeconds(lease.seconds());
    Duration longer =
        promised.compareTo(settings.leaseDuration()) > 0 ? promised : settings.leaseDuration();
    return unchanged.compareTo(longer) > 0;
  }

  private ApiAnswer write(Lease now) throws IOException {
    Lease next = now.renewedBy(identity, settings.leaseDuration(), clock.instant());
    return put(next);
  }

  private ApiAnswer put(Lease lease) throws IOException {
    return client.send(
        ApiCall.UPDATE_LEASE.update(
            settings.resourceNamespace(), settings.resourceName(), json(lease)));
  }

  private Attempt result(ApiAnswer answer) throws IOException {
    return answer.succeeded() ? held(answer) : new Attempt.Failed(answer.status().message());
  }

  private Attempt held(ApiAnswer answer) throws IOException {
    observe(Lease.read(answer));
    return new Attempt.Held();
  }

  private void observe(Lease lease) {
    observed = lease;
    observedNanos = System.nanoTime();
  }

  /** Lets another replica have it at once; where that fails, it is over by itself after a while. */
  synchronized void release() {
    Lease known = observed;
    if (known == null || !known.holder().equals(identity)) {
      return;
    }
    try {
      put(known.released(clock.instant()));
    } catch (IOException _) {
      // Nothing is lost but some seconds.
    }
  }

  private String json(Lease lease) {
    return lease.json(settings.resourceNamespace(), settings.resourceName());
  }

  /** For people. */
  @Override
  public String toString() {
    return "lease %s/%s".formatted(settings.resourceNamespace(), settings.resourceName());
  }
}
