package io.merapi.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a real API server refuses is one line, with what to try, and an exit code. */
class BadAccessIT {

  @RegisterExtension
  static final RealCluster CLUSTER = new RealCluster("--authorization-mode=RBAC");

  private static final Accounts ACCOUNTS = new Accounts(CLUSTER);

  @TempDir private Path directory;

  @Test
  void aWrongTokenIsNamed() throws IOException {
    assertThat(refused("not-a-token", "--mode", "kube"))
        .contains("does not accept the credentials: Unauthorized", "in the kubeconfig")
        .hasLineCount(1);
  }

  @Test
  void aForbiddenReadIsNamedWithWhoMustNotDoIt() throws IOException {
    assertThat(refused(ACCOUNTS.token("weak"), "--mode", "kube"))
        .contains(
            "Pod cannot be read: pods is forbidden: User \"system:serviceaccount:default:weak\""
                + " cannot list resource \"pods\"",
            "Node cannot be read",
            "pods cannot be bound: creating pods/binding is forbidden");
  }

  @Test
  void aForbiddenVerbIsNamedThoughEverythingMayBeRead() throws IOException {
    String token = ACCOUNTS.token("reader");
    ACCOUNTS.grant(
        "reader",
        """
        [{"apiGroups": ["*"], "resources": ["*"], "verbs": ["get", "list", "watch"]}]
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
}
