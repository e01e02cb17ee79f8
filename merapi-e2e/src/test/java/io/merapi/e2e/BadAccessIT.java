package io.merapi.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.cluster.http.ApiAnswer;
import io.merapi.cluster.http.ApiRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a real API server refuses is one line, with what to try, and an exit code. */
class BadAccessIT {

  @RegisterExtension
  static final RealCluster CLUSTER = new RealCluster("--authorization-mode=RBAC");

  private static final Pattern TOKEN = Pattern.compile("\"token\":\\s*\"([^\"]+)\"");

  @TempDir private Path directory;

  @Test
  void aWrongTokenIsNamed() throws IOException {
    assertThat(refused("not-a-token", "--mode", "kube"))
        .contains("does not accept the credentials: Unauthorized", "in the kubeconfig")
        .hasLineCount(1);
  }

  @Test
  void aForbiddenReadIsNamedWithWhoMustNotDoIt() throws IOException {
    assertThat(refused(account("weak"), "--mode", "kube"))
        .contains(
            "Pod cannot be read: pods is forbidden: User \"system:serviceaccount:default:weak\""
                + " cannot list resource \"pods\"",
            "Node cannot be read",
            "pods cannot be bound: creating pods/binding is forbidden");
  }

  @Test
  void aForbiddenVerbIsNamedThoughEverythingMayBeRead() throws IOException {
    String token = account("reader");
    create(
        "/apis/rbac.authorization.k8s.io/v1/clusterroles",
        """
        {"metadata": {"name": "read-all"},
         "rules": [{"apiGroups": ["*"], "resources": ["*"], "verbs": ["get", "list", "watch"]}]}
        """);
    create(
        "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
        """
        {"metadata": {"name": "read-all"},
         "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole",
                     "name": "read-all"},
         "subjects": [{"kind": "ServiceAccount", "namespace": "default", "name": "reader"}]}
        """);

    assertThat(refused(token, "--mode", "kube"))
        .contains("pods cannot be bound: creating pods/binding is forbidden")
        .hasLineCount(1);
  }

  @Test
  void definitionsThatAreMissingAreNamedWithTheCommandThatInstallsThem() throws IOException {
    assertThat(refused(CLUSTER.plane().token(), "--mode", "batch"))
        .contains(
            "PodGroup (scheduling.volcano.sh/v1beta1) is not installed in the cluster; try: kubectl"
                + " apply -f deploy/crds",
            "Queue (scheduling.volcano.sh/v1beta1) is not installed");
  }

  /** What a scheduler says that ends at once. */
  private String refused(String token, String... options) throws IOException {
    Path kubeconfig = directory.resolve("kubeconfig");
    Files.writeString(
        kubeconfig,
        Files.readString(CLUSTER.plane().kubeconfig()).replace(CLUSTER.plane().token(), token));
    try (var process = SchedulerProcess.start(kubeconfig, directory.resolve("log"), options)) {
      assertThat(process.awaitEnd()).isEqualTo(2);
      return process.log();
    }
  }

  /** The token of a service account without any rights. */
  private static String account(String name) throws IOException {
    create(
        "/api/v1/namespaces/default/serviceaccounts",
        "{\"metadata\": {\"name\": \"%s\"}}".formatted(name));
    String answer =
        create(
            "/api/v1/namespaces/default/serviceaccounts/%s/token".formatted(name),
            """
            {"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest", "spec": {}}
            """);
    Matcher token = TOKEN.matcher(answer);
    assertThat(token.find()).as(answer).isTrue();
    return token.group(1);
  }

  private static String create(String path, String manifest) throws IOException {
    ApiAnswer answer = CLUSTER.send(ApiRequest.post(path, manifest));
    assertThat(answer.succeeded()).as(answer.body()).isTrue();
    return answer.body();
  }
}
