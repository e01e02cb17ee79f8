package io.merapi.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.cluster.http.ApiAnswer;
import io.merapi.cluster.http.ApiPaths;
import io.merapi.cluster.http.ApiRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The definitions of batch objects that Merapi ships, as {@code kubectl apply} would bring them.
 */
final class Definitions {

  /** The kinds that they define. */
  static final List<ObjectKind> KINDS =
      List.of(
          ObjectKind.POD_GROUP, ObjectKind.QUEUE, ObjectKind.HYPER_NODE, ObjectKind.NUMATOPOLOGY);

  private static final Path FOLDER = Path.of("../deploy/crds");

  private Definitions() {}

  static void install(RealCluster cluster) throws IOException {
    List<Path> files;
    try (var found = Files.list(FOLDER)) {
      files = found.sorted().toList();
    }
    assertThat(files).hasSize(KINDS.size());
    for (Path file : files) {
      ApiAnswer answer =
          cluster.send(
              new ApiRequest(
                  "POST",
                  "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
                  "application/yaml",
                  Files.readString(file)));
      assertThat(answer.succeeded()).as(answer.body()).isTrue();
    }
    for (ObjectKind kind : KINDS) {
      Eventually.find(
          kind.kindName() + " to be served",
          () -> cluster.send(ApiRequest.get(ApiPaths.all(kind))).succeeded() ? kind : null);
    }
  }
}
