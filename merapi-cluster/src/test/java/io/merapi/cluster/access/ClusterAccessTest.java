package io.merapi.cluster.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.merapi.cluster.ScriptedServer;
import io.merapi.cluster.http.ApiClient;
import io.merapi.cluster.http.ApiRequest;
import io.merapi.cluster.http.ApiServer;
import io.merapi.testkit.SelfSigned;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterAccessTest {

  @TempDir private Path directory;

  private Path kubeconfig(URI address, String cluster, String token) throws IOException {
    return Files.writeString(
        directory.resolve("kubeconfig"),
        """
        apiVersion: v1
        kind: Config
        clusters:
        - name: local
          cluster:
            server: %s
            %s
        users:
        - name: me
          user:
            token: %s
        contexts:
        - name: local
          context: {cluster: local, user: me}
        current-context: local
        """
            .formatted(address, cluster, token));
  }

  @Test
  void readsAddressAuthorityAndToken() throws IOException {
    SelfSigned identity = SelfSigned.create();
    String authority =
        Base64.getEncoder()
            .encodeToString(identity.certificatePem().getBytes(StandardCharsets.UTF_8));
    try (var server =
        ScriptedServer.secured(
            identity,
            (request, reply) ->
                reply.json(200, request.headers().getOrDefault("authorization", "none")))) {
      Path file =
          kubeconfig(server.address(), "certificate-authority-data: " + authority, "secret");
      try (var client = new ApiClient(ClusterAccess.fromKubeconfig(file))) {
        assertThat(client.send(ApiRequest.get("/")).body()).isEqualTo("Bearer secret");
      }
    }
  }

  @Test
  void readsTheFileAgainWhereItsTokenIsRefused() throws IOException {
    try (var server =
        ScriptedServer.plain((request, reply) -> {
          boolean known = "Bearer new".equals(request.headers().get("authorization"));
          reply.json(known ? 200 : 401, "{}");
        })) {
      ApiServer access = ClusterAccess.fromKubeconfig(kubeconfig(server.address(), "", "old"));
      try (var client = new ApiClient(access)) {
        assertThat(client.send(ApiRequest.get("/")).code()).isEqualTo(401);
        kubeconfig(server.address(), "", "new");
        assertThat(client.send(ApiRequest.get("/")).code()).isEqualTo(200);
        assertThat(access.credentials().renew("old")).as("found already").isTrue();
      }
    }
  }

  @Test
  void saysWhatIsWrongWithAFile() throws IOException {
    Path missing = directory.resolve("missing");
    assertThatIOException()
        .isThrownBy(() -> ClusterAccess.fromKubeconfig(missing))
        .withMessage("kubeconfig (%s) cannot be read", missing);
    Path rubbish = Files.writeString(directory.resolve("rubbish"), "{{{");
    assertThatIOException()
        .isThrownBy(() -> ClusterAccess.fromKubeconfig(rubbish))
        .withMessageStartingWith("kubeconfig (%s) cannot be used: ", rubbish);
    Path text = Files.writeString(directory.resolve("text"), "no mapping");
    assertThatIOException()
        .isThrownBy(() -> ClusterAccess.fromKubeconfig(text))
        .withMessageStartingWith("kubeconfig (%s) cannot be used: ", text)
        .satisfies(refusal -> assertThat(refusal.getMessage()).hasLineCount(1));
  }
}
