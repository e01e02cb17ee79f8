package io.merapi.cluster.effects;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.cluster.effects.EventCorrelator.Happening;
import io.merapi.cluster.effects.EventCorrelator.Written;
import io.merapi.cluster.http.ApiAnswer;
import io.merapi.cluster.http.ApiRequest;
import io.merapi.cluster.http.ApiStatus;
import io.merapi.cluster.http.ApiTime;
import io.merapi.cluster.permission.ApiCall;
import io.merapi.config.objects.ObjectWriter;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes Events in the form of vc-scheduler: those of the core group, which have a count. */
final class EventRecorder {

  private final Requests requests;
  private final ReportQueue queue;
  private final InstantSource clock;
  private final String component;
  private final EventCorrelator correlator = new EventCorrelator();

  /**
   * @param component who reports
   */
  EventRecorder(Requests requests, ReportQueue queue, InstantSource clock, String component) {
    this.requests = requests;
    this.queue = queue;
    this.clock = clock;
    this.component = component;
  }

  /**
   * Writes what happened to an object.
   *
   * @param type {@code Normal} or {@code Warning}
   */
  void record(ClusterObject object, String type, String reason, String message) {
    Instant now = clock.instant();
    Written event = correlator.next(new Happening(object.meta().uid(), type, reason, message), now);
    if (event != null) {
      queue.send(() -> write(object, type, reason, event, now), () -> correlator.forget(event));
    }
  }

  private ApiAnswer write(
      ClusterObject object, String type, String reason, Written event, Instant now)
      throws IOException {
    String name = Reference.eventName(object, event.first());
    var fields = new LinkedHashMap<String, @Nullable Object>();
    fields.put("message", event.message());
    fields.put("count", event.count());
    fields.put("lastTimestamp", ApiTime.seconds(now));
    if (event.count() > 1) {
      ApiAnswer patched =
          requests.event(
              ApiCall.PATCH_EVENT.patch(
                  namespace(object), name, ApiRequest.STRATEGIC_MERGE, ObjectWriter.json(fields)));
      if (patched.code() != ApiStatus.NOT_FOUND) {
        return patched;
      }
    }
    fields.put("apiVersion", "v1");
    fields.put("kind", "Event");
    fields.put("metadata", Map.of("name", name, "namespace", namespace(object)));
    fields.put("involvedObject", Reference.to(object));
    fields.put("type", type);
    fields.put("reason", reason);
    fields.put("firstTimestamp", ApiTime.seconds(event.first()));
    fields.put("source", Map.of("component", component));
    fields.put("reportingComponent", component);
    return requests.event(
        ApiCall.CREATE_EVENT.create(namespace(object), ObjectWriter.json(fields)));
  }

  /** Events of what has no namespace stand in the default one. */
  private static String namespace(ClusterObject object) {
    return object.namespace().isEmpty() ? "default" : object.namespace();
  }
}
