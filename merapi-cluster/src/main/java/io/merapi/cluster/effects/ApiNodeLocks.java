package io.merapi.cluster.effects;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.node.Node;
import io.merapi.batch.devices.NodeLock;
import io.merapi.cluster.http.ApiAnswer;
import io.merapi.cluster.http.ApiRequest;
import io.merapi.cluster.http.ApiStatus;
import io.merapi.cluster.permission.ApiCall;
import io.merapi.config.objects.ObjectWriter;
import io.merapi.kube.effects.Outcome;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Takes and gives back the locks of nodes, which are annotations. */
final class ApiNodeLocks {

  /** A node changes often, by its kubelet alone, so losing a race says little. */
  private static final int MOST_TRIES = 5;

  private final Requests requests;
  private final InstantSource clock;

  ApiNodeLocks(Requests requests, InstantSource clock) {
    this.requests = requests;
    this.clock = clock;
  }

  CompletionStage<Outcome> lock(String nodeName, String lock) {
    return requests.urgent(() -> change(nodeName, lock, true), Requests::failed);
  }

  CompletionStage<Outcome> unlock(String nodeName, String lock) {
    return requests.urgent(() -> change(nodeName, lock, false), Requests::failed);
  }

  private Outcome change(String nodeName, String lock, boolean take) throws IOException {
    for (int tries = 1; ; tries++) {
      ApiAnswer answer = requests.send(ApiCall.READ_NODE.get("", nodeName));
      if (!answer.succeeded()) {
        return Requests.outcome(answer);
      }
      Node node = Requests.object(Node.class, ObjectKind.NODE, answer);
      String held = node.meta().annotations().get(lock);
      var state = new NodeLock(nodeName, lock, held);
      String refusal = take ? state.take(clock.instant()) : null;
      if (refusal != null) {
        return Requests.failed(refusal);
      }
      if (!take && held == null) {
        return new Outcome.Done();
      }
      ApiAnswer written = requests.send(patch(node, lock, take ? state.since() : null));
      if (written.code() != ApiStatus.CONFLICT || tries == MOST_TRIES) {
        return Requests.outcome(written);
      }
    }
  }

  /** The version makes the patch fail where somebody else was faster. */
  private static ApiRequest patch(Node node, String lock, @Nullable String since) {
    Map<String, @Nullable Object> annotations = Collections.singletonMap(lock, since);
    return ApiCall.PATCH_NODE.patch(
        node,
        ApiRequest.MERGE,
        ObjectWriter.json(
            Map.of(
                "metadata",
                Map.of(
                    "resourceVersion",
                    node.meta().resourceVersion(),
                    "annotations",
                    annotations))));
  }
}
