package io.merapi.e2e;

import io.merapi.cluster.http.ApiRequest;
import io.merapi.config.objects.JsonTokens;
import io.merapi.config.objects.TokenTree;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The Events of the cluster, as {@code kubectl describe} shows them. */
final class PodEvents {

  static final String PATH = "/apis/events.k8s.io/v1/namespaces/default/events";

  private PodEvents() {}

  /**
   * Something that happened to a pod.
   *
   * @param count how often, as far as it has been written
   */
  record PodEvent(String pod, String type, String reason, String note, long count) {}

  static List<PodEvent> of(RealCluster cluster, String pod) throws IOException {
    return all(cluster).stream().filter(event -> event.pod().equals(pod)).toList();
  }

  static List<PodEvent> all(RealCluster cluster) throws IOException {
    var tokens = new JsonTokens("events", cluster.send(ApiRequest.get(PATH)).body());
    tokens.next();
    return list(map(TokenTree.read(tokens)).get("items")).stream().map(PodEvents::read).toList();
  }

  private static PodEvent read(@Nullable Object item) {
    Map<?, ?> event = map(item);
    return new PodEvent(
        text(map(event.get("regarding")).get("name")),
        text(event.get("type")),
        text(event.get("reason")),
        text(event.get("note")),
        map(event.get("series")).get("count") instanceof Number count ? count.longValue() : 1);
  }

  private static Map<?, ?> map(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? map : Map.of();
  }

  private static List<?> list(@Nullable Object value) {
    return value instanceof List<?> list ? list : List.of();
  }

  private static String text(@Nullable Object value) {
    return value instanceof String text ? text : "";
  }
}
