package io.merapi.cluster.run;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.cluster.http.ApiAnswer;
import io.merapi.cluster.http.ApiClient;
import io.merapi.cluster.http.ApiStatus;
import io.merapi.cluster.permission.ApiCall;
import io.merapi.config.objects.ObjectWriter;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the queues that every cluster has, as vc-scheduler does when it starts. */
final class StandingQueues {

  private static final int MOST_TRIES = 60;
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final ApiClient client;
  private final RunLog log;

  private StandingQueues(ApiClient client, RunLog log) {
    this.client = client;
    this.log = log;
  }

  /** Sees to the queues beside whatever goes on; scheduling need not wait for them. */
  static void makeMissing(ApiClient client, String defaultQueue, RunLog log) {
    var queues = new StandingQueues(client, log);
    Thread.ofVirtual()
        .name("standing-queues")
        .start(() -> {
          queues.make("root", false);
          queues.make(defaultQueue, true);
        });
  }

  private void make(String name, boolean reclaimable) {
    String complaint = null;
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      try {
        if (tries > 0) {
          Thread.sleep(PAUSE);
        }
        complaint = tryToMake(name, reclaimable);
        if (complaint == null) {
          return;
        }
      } catch (IOException e) {
        complaint = String.valueOf(e.getMessage());
      } catch (InterruptedException _) {
        return;
      }
    }
    log.warn("queue %s is missing and cannot be made: %s".formatted(name, complaint));
  }

  /** Why the queue is not there; null where it is. */
  private @Nullable String tryToMake(String name, boolean reclaimable) throws IOException {
    ApiAnswer found = client.send(ApiCall.READ_QUEUE.get("", name));
    if (found.succeeded()) {
      return null;
    }
    ApiAnswer made =
        client.send(
            ApiCall.CREATE_QUEUE.create(
                "",
                ObjectWriter.json(
                    Map.of(
                        "apiVersion",
                        ObjectKind.QUEUE.apiVersion(),
                        "kind",
                        ObjectKind.QUEUE.kindName(),
                        "metadata",
                        Map.of("name", name),
                        "spec",
                        Map.of("weight", 1, "reclaimable", reclaimable)))));
    return made.succeeded() || made.code() == ApiStatus.CONFLICT ? null : made.status().message();
  }
}
