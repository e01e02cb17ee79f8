package io.merapi.cluster.effects;

import io.merapi.cluster.http.ApiAnswer;
import io.merapi.cluster.http.ApiTime;
import io.merapi.cluster.permission.ApiCall;
import io.merapi.config.objects.JsonTokens;
import io.merapi.config.objects.ObjectWriter;
import io.merapi.config.objects.TokenTree;
import io.merapi.config.source.MalformedTextException;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells of the scheduler itself, in Events of its Lease: the one object that stands for all its
 * replicas, and where client-go tells who leads.
 */
public final class SchedulerEvents {

  private static final String API = "coordination.k8s.io/v1";

  private final Requests requests;
  private final ReportQueue queue;
  private final InstantSource clock;
  private final String instance;
  private final String namespace;
  private final String lease;

  SchedulerEvents(
      Requests requests,
      ReportQueue queue,
      InstantSource clock,
      String instance,
      String namespace,
      String lease) {
    this.requests = requests;
    this.queue = queue;
    this.clock = clock;
    this.instance = instance;
    this.namespace = namespace;
    this.lease = lease;
  }

  /**
   * Writes what happened.
   *
   * @param type {@code Normal} or {@code Warning}
   */
  public void record(String type, String reason, String message) {
    Instant now = clock.instant();
    queue.send(() -> write(type, reason, message, now), () -> {});
  }

  private ApiAnswer write(String type, String reason, String message, Instant now)
      throws IOException {
    var fields = new LinkedHashMap<String, @Nullable Object>();
    fields.put("apiVersion", "v1");
    fields.put("kind", "Event");
    fields.put("metadata", Map.of("name", Reference.eventName(lease, now), "namespace", namespace));
    fields.put("involvedObject", involved());
    fields.put("type", type);
    fields.put("reason", reason);
    fields.put("message", PodEvent.cut(message));
    fields.put("count", 1);
    fields.put("firstTimestamp", ApiTime.seconds(now));
    fields.put("lastTimestamp", ApiTime.seconds(now));
    fields.put("source", Map.of("component", lease, "host", instance));
    fields.put("reportingComponent", lease);
    fields.put("reportingInstance", instance);
    return requests.send(
        ApiCall.CREATE_SCHEDULER_EVENT.create(namespace, ObjectWriter.json(fields)));
  }

  private Map<String, Object> involved() throws IOException {
    var reference = new LinkedHashMap<String, Object>();
    reference.put("apiVersion", API);
    reference.put("kind", "Lease");
    reference.put("name", lease);
    reference.put("namespace", namespace);
    // Who describes the Lease is shown the Events of its uid only.
    String uid = uid();
    if (!uid.isEmpty()) {
      reference.put("uid", uid);
    }
    return reference;
  }

  /** Empty where there is none, because replicas do not elect a leader. */
  private String uid() throws IOException {
    ApiAnswer found = requests.send(ApiCall.READ_LEASE.get(namespace, lease));
    if (!found.succeeded()) {
      return "";
    }
    try {
      var tokens = new JsonTokens("lease", found.body());
      tokens.next();
      return TokenTree.read(tokens) instanceof Map<?, ?> object
              && object.get("metadata") instanceof Map<?, ?> meta
              && meta.get("uid") instanceof String uid
          ? uid
          : "";
    } catch (MalformedTextException _) {
      return "";
    }
  }
}
