package io.merapi.cli;

import io.merapi.cluster.serve.EndpointException;
import io.merapi.cluster.serve.ListenAddress;
import io.merapi.cluster.serve.ServerTls;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of both originals on where they are asked about themselves. */
final class ServingOptions {

  private static final String LOOPBACK = "127.0.0.1";
  private static final int SECURE_PORT = 10259;
  private static final ListenAddress METRICS = new ListenAddress(LOOPBACK, 8080);
  private static final ListenAddress HEALTH = new ListenAddress(LOOPBACK, 11251);
  private static final String PAIR_NAME = "kube-scheduler";

  @Option(
      names = "--secure-port",
      paramLabel = "PORT",
      description = "Where health, metrics and more are served by TLS (10259); 0 for nowhere.")
  private @Nullable Integer securePort;

  @Option(
      names = "--bind-address",
      paramLabel = "ADDRESS",
      description = "The address of that port (127.0.0.1); 0.0.0.0 for all of this machine.")
  private @Nullable String bindAddress;

  @Option(
      names = "--enable-metrics",
      paramLabel = "BOOL",
      arity = "0..1",
      fallbackValue = "true",
      description = "Whether metrics are served at --listen-address; for batch work alone.")
  private boolean enableMetrics;

  @Option(
      names = "--listen-address",
      paramLabel = "HOST:PORT",
      description = "Where metrics are served (127.0.0.1:8080); for batch work alone.")
  private @Nullable String listenAddress;

  @Option(
      names = "--enable-healthz",
      paramLabel = "BOOL",
      arity = "0..1",
      fallbackValue = "true",
      description = "Whether health is served at --healthz-address; for batch work alone.")
  private boolean enableHealthz;

  @Option(
      names = "--healthz-address",
      paramLabel = "HOST:PORT",
      description = "Where health is served (127.0.0.1:11251); for batch work alone.")
  private @Nullable String healthzAddress;

  @Option(
      names = "--tls-cert-file",
      paramLabel = "FILE",
      description = "The certificate of the server in PEM; without it, one is made at the start.")
  private @Nullable Path certificate;

  @Option(
      names = "--tls-private-key-file",
      paramLabel = "FILE",
      description = "The key of that certificate in PEM.")
  private @Nullable Path key;

  @Option(
      names = "--cert-dir",
      paramLabel = "DIRECTORY",
      description = "Where kube-scheduler.crt and kube-scheduler.key may be.")
  private @Nullable Path directory;

  @Option(
      names = "--tls-min-version",
      paramLabel = "VERSION",
      description = "The oldest version of TLS that is spoken: VersionTLS12 or VersionTLS13.")
  private String leastVersion = "";

  /** The address of the secure port; null where there is none. */
  @Nullable ListenAddress secure() throws EndpointException {
    int port = Objects.requireNonNullElse(securePort, SECURE_PORT);
    if (port < 0 || port > 65_535) {
      throw new EndpointException(
          "--secure-port (%d) must be from 1 to 65535, or 0 for none".formatted(port));
    }
    return port == 0
        ? null
        : new ListenAddress(Objects.requireNonNullElse(bindAddress, LOOPBACK), port);
  }

  /** Where metrics of batch work are served; null where they are not. */
  @Nullable ListenAddress metrics() throws EndpointException {
    return enableMetrics ? address("--listen-address", listenAddress, METRICS) : null;
  }

  /** Where the health of batch work is served; null where it is not. */
  @Nullable ListenAddress health() throws EndpointException {
    return enableHealthz ? address("--healthz-address", healthzAddress, HEALTH) : null;
  }

  private static ListenAddress address(
      String option, @Nullable String text, ListenAddress otherwise) throws EndpointException {
    return text == null ? otherwise : ListenAddress.parse(option, text);
  }

  /** Whether a certificate is given. */
  boolean hasCertificate() {
    return certificate != null || key != null;
  }

  /**
   * How the server is known.
   *
   * @param host the name of this machine
   */
  ServerTls tls(String host) throws EndpointException {
    if (certificate != null && key != null) {
      return ServerTls.of(certificate, key, leastVersion);
    }
    if (certificate != null || key != null) {
      throw new EndpointException(
          "--tls-cert-file and --tls-private-key-file go together; only one of them is given");
    }
    if (directory != null) {
      Path pairCertificate = directory.resolve(PAIR_NAME + ".crt");
      Path pairKey = directory.resolve(PAIR_NAME + ".key");
      if (Files.exists(pairCertificate) && Files.exists(pairKey)) {
        return ServerTls.of(pairCertificate, pairKey, leastVersion);
      }
    }
    return ServerTls.selfSigned(host, leastVersion);
  }
}
