package io.merapi.cluster.effects;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.pod.Pod;
import io.merapi.cluster.http.ApiAnswer;
import io.merapi.cluster.http.ApiRequest;
import io.merapi.cluster.http.ApiStatus;
import io.merapi.cluster.permission.ApiCall;
import io.merapi.config.objects.ObjectWriter;
import io.merapi.kube.effects.Binder;
import io.merapi.kube.effects.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Binds pods by their {@code binding} subresource.
 *
 * <p>The uid is part of it, so that a pod that was deleted and made again meanwhile is not bound by
 * a decision about its predecessor.
 *
 * <p>A binding is tried until the server has said what came of it. One whose answer was lost may
 * have been carried out: were it taken for failed, its place would be given to another pod before
 * the watch tells that it is taken.
 */
final class ApiBinder implements Binder {

  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  /** Some five minutes: longer than a server is away that is started again. */
  private static final int MOST_TRIES = 60;

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
    ApiRequest request = ApiCall.BIND_POD.create(pod, body);
    return requests.urgent(() -> bind(pod, nodeName, request), Requests::failed);
  }

  private Outcome bind(Pod pod, String nodeName, ApiRequest request) throws IOException {
    Duration pause = FIRST_PAUSE;
    for (int tries = 1; ; tries++) {
      try {
        ApiAnswer answer = requests.send(request);
        return mayHaveBound(answer) && isOn(pod, nodeName)
            ? new Outcome.Done()
            : Requests.outcome(answer);
      } catch (IOException e) {
        if (tries == MOST_TRIES || requests.closed()) {
          throw e;
        }
      }
      pause(pause);
      Duration twice = pause.multipliedBy(2);
      pause = twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
    }
  }

  /**
   * Whether a refusal may come after the deed: of this request, or of one whose answer was lost.
   */
  private static boolean mayHaveBound(ApiAnswer answer) {
    return answer.code() == ApiStatus.CONFLICT || answer.code() >= 500;
  }

  private boolean isOn(Pod pod, String nodeName) throws IOException {
    ApiAnswer answer = requests.send(ApiCall.READ_POD.get(pod.namespace(), pod.name()));
    if (answer.code() >= 500) {
      throw new IOException(answer.status().message());
    }
    if (!answer.succeeded()) {
      return false;
    }
    Pod now = Requests.object(Pod.class, ObjectKind.POD, answer);
    return now.isSameAs(pod) && now.nodeName().equals(nodeName);
  }

  private static void pause(Duration time) throws IOException {
    try {
      Thread.sleep(time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the server was away", e);
    }
  }
}
