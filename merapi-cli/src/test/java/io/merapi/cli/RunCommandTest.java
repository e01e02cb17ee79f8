package io.merapi.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code merapi run} where it cannot start; what it does on a cluster is shown on a real one. */
class RunCommandTest {

  @TempDir private Path directory;

  private final StringWriter err = new StringWriter();

  @Test
  void saysThatTheKubeconfigCannotBeRead() {
    assertThat(run("--kubeconfig", "nowhere.yaml")).isEqualTo(2);
    assertThat(err.toString()).contains("kubeconfig (nowhere.yaml) cannot be read");
  }

  @Test
  void refusesAConfigurationThatKubeSchedulerRefuses() throws IOException {
    Path config =
        Files.writeString(
            directory.resolve("scheduler.yaml"),
            """
            apiVersion: kubescheduler.config.k8s.io/v1
            kind: KubeSchedulerConfiguration
            percentageOfNodesToScore: 101
            """);

    assertThat(run("--config", config.toString(), "--kubeconfig", "nowhere.yaml")).isEqualTo(2);
    assertThat(err.toString()).contains("percentageOfNodesToScore", "is refused");
  }

  @Test
  void refusesAnExtenderWhoseKeysAreMissing() throws IOException {
    Path config =
        Files.writeString(
            directory.resolve("scheduler.yaml"),
            """
            apiVersion: kubescheduler.config.k8s.io/v1
            kind: KubeSchedulerConfiguration
            extenders:
            - urlPrefix: https://127.0.0.1:1
              filterVerb: filter
              enableHTTPS: true
              tlsConfig: {caFile: no-such-file.pem}
            """);
    Path kubeconfig =
        Files.writeString(
            directory.resolve("kubeconfig"),
            """
            apiVersion: v1
            kind: Config
            clusters: [{name: c, cluster: {server: "http://127.0.0.1:1"}}]
            contexts: [{name: x, context: {cluster: c, user: u}}]
            users: [{name: u, user: {token: t}}]
            current-context: x
            """);

    assertThat(run("--config", config.toString(), "--kubeconfig", kubeconfig.toString()))
        .isEqualTo(2);
    assertThat(err.toString()).contains("no-such-file.pem");
  }

  @Test
  void knowsOneModeSoFar() {
    assertThat(run("--mode", "batch")).isEqualTo(2);
    assertThat(err.toString()).contains("--mode");
  }

  private int run(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "run";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return Merapi.run(new PrintWriter(new StringWriter(), true), new PrintWriter(err, true), all);
  }
}
