package io.merapi.cluster.effects;

import io.merapi.api.pod.Pod;
import io.merapi.cluster.http.ApiTime;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened to a pod, as {@code kubectl describe} shows it.
 *
 * @param type {@code Normal} or {@code Warning}
 * @param related another pod that had to do with it
 * @param reporter the scheduler's name
 */
record PodEvent(
    Pod pod,
    @Nullable Pod related,
    String type,
    String reason,
    String action,
    String note,
    String reporter,
    Instant time) {

  /** The API server refuses longer ones; counted in bytes. */
  private static final int LONGEST_NOTE = 1024;

  private static final String CUT = " ...";

  PodEvent {
    note = cut(note);
  }

  String name() {
    return Reference.eventName(pod, time);
  }

  Map<String, @Nullable Object> tree(String instance) {
    var tree = new LinkedHashMap<String, @Nullable Object>();
    tree.put("apiVersion", "events.k8s.io/v1");
    tree.put("kind", "Event");
    tree.put("metadata", Map.of("name", name(), "namespace", pod.namespace()));
    tree.put("eventTime", ApiTime.microseconds(time));
    tree.put("reportingController", reporter);
    tree.put("reportingInstance", reporter + "-" + instance);
    tree.put("action", action);
    tree.put("reason", reason);
    tree.put("regarding", Reference.to(pod));
    if (related != null) {
      tree.put("related", Reference.to(related));
    }
    tree.put("note", note);
    tree.put("type", type);
    return tree;
  }

  /** As much of a note as the API server takes. */
  static String cut(String note) {
    byte[] bytes = note.getBytes(StandardCharsets.UTF_8);
    if (bytes.length <= LONGEST_NOTE) {
      return note;
    }
    int end = LONGEST_NOTE - CUT.length();
    // Not in the middle of a character: its later bytes all start with the bits 10.
    while ((bytes[end] & 0xC0) == 0x80) {
      end--;
    }
    return new String(bytes, 0, end, StandardCharsets.UTF_8) + CUT;
  }
}
