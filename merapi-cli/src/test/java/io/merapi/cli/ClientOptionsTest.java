package io.merapi.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.merapi.cluster.http.RequestRate;
import io.merapi.kube.configuration.ClientConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ClientOptionsTest {

  @TempDir private Path directory;

  @Test
  void ratesAreThoseOfTheOriginals() {
    ClientOptions none = options();

    assertThat(none.kubeRate(ClientConnection.DEFAULTS)).isEqualTo(new RequestRate(50, 100));
    assertThat(none.batchRate()).isEqualTo(new RequestRate(2000, 2000));
  }

  @Test
  void anOptionStandsAboveTheConfiguration() {
    var configured = new ClientConnection("", "", "", 10, 20);

    assertThat(options().kubeRate(configured)).isEqualTo(new RequestRate(10, 20));
    assertThat(options("--kube-api-qps=-1").kubeRate(configured))
        .isEqualTo(new RequestRate(-1, 20));
    assertThat(options("--kube-api-burst=7", "--kube-api-qps=0").kubeRate(configured))
        .isEqualTo(new RequestRate(10, 7));
  }

  @Test
  void theAddressMayBeAnotherThanThatOfTheKubeconfig() throws IOException {
    String file = kubeconfig().toString();

    assertThat(options("--kubeconfig", file).server("").address().getPort()).isEqualTo(1);
    assertThat(options("--kubeconfig", file, "--master=http://10.0.0.1:8080").server("").address())
        .hasToString("http://10.0.0.1:8080");
    assertThat(options("--kubeconfig", file, "--master=10.0.0.1:8080").server("").address())
        .hasToString("http://10.0.0.1:8080");
    assertThatIOException()
        .isThrownBy(() -> options("--kubeconfig", file, "--master=https://10.0.0.1").server(""))
        .withMessageContaining("--master (https://10.0.0.1) cannot be used");
  }

  @Test
  void theKubeconfigOfTheConfigurationIsUsedWhereNoOptionNamesOne() throws IOException {
    assertThat(options().server(kubeconfig().toString()).address().getPort()).isEqualTo(1);
    assertThatIOException()
        .isThrownBy(() -> options("--kubeconfig=nowhere").server(kubeconfig().toString()))
        .withMessageContaining("nowhere");
  }

  private Path kubeconfig() throws IOException {
    return Files.writeString(
        directory.resolve("kubeconfig"),
        """
        apiVersion: v1
        kind: Config
        clusters: [{name: c, cluster: {server: "http://127.0.0.1:1"}}]
        contexts: [{name: x, context: {cluster: c, user: u}}]
        users: [{name: u, user: {token: t}}]
        current-context: x
        """);
  }

  private static ClientOptions options(String... arguments) {
    var options = new ClientOptions();
    new CommandLine(new Holder(options)).parseArgs(arguments);
    return options;
  }

  @CommandLine.Command
  private record Holder(@CommandLine.Mixin ClientOptions options) {}
}
