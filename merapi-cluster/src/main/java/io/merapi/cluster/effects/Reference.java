package io.merapi.cluster.effects;

import io.merapi.api.cluster.ClusterObject;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** How Events name the object that they are about, and are named after it. */
final class Reference {

  private Reference() {}

  static Map<String, Object> to(ClusterObject object) {
    var reference = new LinkedHashMap<String, Object>();
    reference.put("apiVersion", object.kind().apiVersion());
    reference.put("kind", object.kind().kindName());
    reference.put("name", object.name());
    reference.put("namespace", object.namespace());
    reference.put("resourceVersion", object.meta().resourceVersion());
    reference.put("uid", object.meta().uid());
    return reference;
  }

  /** Unique as long as two events of an object are not of the same nanosecond. */
  static String eventName(ClusterObject object, Instant time) {
    return eventName(object.name(), time);
  }

  static String eventName(String objectName, Instant time) {
    long nanos = time.getEpochSecond() * 1_000_000_000L + time.getNano();
    return "%s.%x".formatted(objectName, nanos);
  }
}
