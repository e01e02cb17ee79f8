package io.merapi.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code merapi run} where it cannot start; what it does on a cluster is shown on a real one. */
class RunCommandTest {

  @TempDir private Path directory;

  @Test
  void saysThatTheKubeconfigCannotBeRead() {
    Outcome outcome = run("--kubeconfig", "nowhere.yaml");

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains("kubeconfig (nowhere.yaml) cannot be read");
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

    Outcome outcome = run("--config", config.toString(), "--kubeconfig", "nowhere.yaml");

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains("percentageOfNodesToScore", "is refused");
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

    Outcome outcome = run("--config", config.toString(), "--kubeconfig", kubeconfig.toString());

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains("no-such-file.pem");
  }

  @Test
  void refusesAConfigurationOfTheSchedulerThatIsNotRun() throws IOException {
    Path conf = Files.writeString(directory.resolve("volcano.conf"), "actions: \"allocate\"\n");

    assertThat(run("--mode", "kube", "--scheduler-conf", conf.toString()).err())
        .contains("--scheduler-conf is for vc-scheduler's work");
    assertThat(run("--mode", "batch", "--config", conf.toString()).err())
        .contains("--config is for kube-scheduler's work");
  }

  @Test
  void saysWhatIsWrongWithEitherConfigurationBeforeItConnects() throws IOException {
    Path conf = Files.writeString(directory.resolve("volcano.conf"), "actions: \"allocat\"\n");

    Outcome outcome =
        run(
            "--mode",
            "both",
            "--disable-default-scheduler-config",
            "--scheduler-conf",
            conf.toString(),
            "--kubeconfig",
            "nowhere.yaml");

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains("allocat", "is refused").doesNotContain("nowhere");
  }

  @Test
  void batchWorkIsMeantWhereItsConfigurationIsGiven() throws IOException {
    Path conf = Files.writeString(directory.resolve("volcano.conf"), "actions: \"allocate\"\n");

    Outcome outcome = run("--scheduler-conf", conf.toString(), "--kubeconfig", "nowhere.yaml");

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains("kubeconfig (nowhere.yaml) cannot be read");
  }

  @Test
  void writesTheConfigurationThatHoldsSoThatItCanBeReadAgain() throws IOException {
    Path written = directory.resolve("effective.yaml");

    assertThat(run("--write-config-to", written.toString()).exitCode()).isZero();

    assertThat(written).content().contains("kind: KubeSchedulerConfiguration", "default-scheduler");
    assertThat(Outcome.ofCommand("validate", written.toString()).exitCode()).isZero();
  }

  private static Outcome run(String... arguments) {
    return Outcome.ofCommand("run", arguments);
  }
}
