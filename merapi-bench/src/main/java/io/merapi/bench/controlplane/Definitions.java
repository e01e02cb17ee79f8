package io.merapi.bench.controlplane;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.cluster.http.ApiAnswer;
import io.merapi.cluster.http.ApiClient;
import io.merapi.cluster.http.ApiPaths;
import io.merapi.cluster.http.ApiRequest;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * The definitions of batch objects that Merapi ships, as {@code kubectl apply} would bring them.
 */
public final class Definitions {

  private static final Map<ObjectKind, String> FILES =
      new EnumMap<>(
          Map.of(
              ObjectKind.POD_GROUP, "podgroups.yaml",
              ObjectKind.QUEUE, "queues.yaml",
              ObjectKind.HYPER_NODE, "hypernodes.yaml",
              ObjectKind.NUMATOPOLOGY, "numatopologies.yaml"));

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofMillis(50);

  private Definitions() {}

  /** Makes them, and waits until objects of all kinds can be made. */
  public static void install(ApiClient client) throws IOException, InterruptedException {
    for (String file : FILES.values()) {
      ApiAnswer answer =
          client.send(
              new ApiRequest(
                  "POST",
                  "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
                  "application/yaml",
                  text(file)));
      if (!answer.succeeded()) {
        throw new IOException("%s is refused: %s".formatted(file, answer.status().message()));
      }
    }
    long deadline = System.nanoTime() + LIMIT.toNanos();
    for (ObjectKind kind : FILES.keySet()) {
      while (!client.send(ApiRequest.get(ApiPaths.all(kind))).succeeded()) {
        if (System.nanoTime() > deadline) {
          throw new IOException("%s is not served".formatted(kind.kindName()));
        }
        Thread.sleep(POLL);
      }
    }
  }

  private static String text(String file) throws IOException {
    try (InputStream in = Definitions.class.getResourceAsStream("crds/" + file)) {
      return new String(Objects.requireNonNull(in, file).readAllBytes(), UTF_8);
    }
  }
}
