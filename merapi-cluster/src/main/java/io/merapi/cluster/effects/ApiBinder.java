package io.merapi.cluster.effects;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.pod.Pod;
import io.merapi.cluster.http.ApiPaths;
import io.merapi.cluster.http.ApiRequest;
import io.merapi.config.objects.ObjectWriter;
import io.merapi.kube.effects.Binder;
import io.merapi.kube.effects.Outcome;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Binds pods by their {@code binding} subresource.
 *
 * <p>The uid is part of it, so that a pod that was deleted and made again meanwhile is not bound by
 * a decision about its predecessor.
 */
final class ApiBinder implements Binder {

  private final Requests requests;

  ApiBinder(Requests requests) {
    this.requests = requests;
  }

  @Override
  public CompletionStage<Outcome> bind(Pod pod, String nodeName) {
    return bind(pod, nodeName, Map.of());
  }

  /**
   * The same with annotations, which the server gives to the pod in the same step.
   *
   * @param annotations empty for most pods
   */
  CompletionStage<Outcome> bind(Pod pod, String nodeName, Map<String, String> annotations) {
    var meta = new LinkedHashMap<String, Object>();
    meta.put("name", pod.name());
    meta.put("namespace", pod.namespace());
    meta.put("uid", pod.meta().uid());
    if (!annotations.isEmpty()) {
      meta.put("annotations", annotations);
    }
    String body =
        ObjectWriter.json(
            Map.of(
                "apiVersion",
                "v1",
                "kind",
                "Binding",
                "metadata",
                meta,
                "target",
                Map.of("apiVersion", "v1", "kind", ObjectKind.NODE.kindName(), "name", nodeName)));
    return requests.outcome(ApiRequest.post(ApiPaths.of(pod, "binding"), body));
  }
}
