package io.merapi.cli;

import io.merapi.cluster.access.ClusterAccess;
import io.merapi.cluster.http.ApiServer;
import io.merapi.cluster.http.RequestRate;
import io.merapi.kube.configuration.ClientConnection;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of both originals on how the API server is reached, and how often it is asked. */
final class ClientOptions {

  /** What vc-scheduler asks at most where no option says otherwise. */
  static final RequestRate BATCH_RATE = new RequestRate(2000, 2000);

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description =
          "How to reach the cluster; without it, what the configuration says, the environment, or"
              + " the service account of the pod that it runs in.")
  private @Nullable Path kubeconfig;

  @Option(
      names = "--master",
      paramLabel = "ADDRESS",
      description = "The address of the API server, whatever the kubeconfig says.")
  private String master = "";

  @Option(
      names = "--kube-api-qps",
      paramLabel = "N",
      description =
          "How many requests a second go to the API server, watches not counted (default: 50; for"
              + " batch work 2000); negative for no limit.")
  private @Nullable Float qps;

  @Option(
      names = "--kube-api-burst",
      paramLabel = "N",
      description =
          "How many requests may go out at once after a rest (default: 100; for batch work 2000).")
  private @Nullable Integer burst;

  /** What is wrong with the options; empty where nothing is. */
  String complaint() {
    return burst != null && burst < 0
        ? "--kube-api-burst (%d) must not be negative".formatted(burst)
        : "";
  }

  /** How often kube-scheduler asks where its configuration says something, too. */
  RequestRate kubeRate(ClientConnection configured) {
    return over(new RequestRate(configured.qps(), configured.burst()));
  }

  /** How often vc-scheduler asks. */
  RequestRate batchRate() {
    return over(BATCH_RATE);
  }

  /** Zero is no rate: client-go takes it for a rate that nobody has set. */
  private RequestRate over(RequestRate configured) {
    return new RequestRate(
        qps == null || qps == 0 ? configured.perSecond() : qps,
        burst == null || burst == 0 ? configured.burst() : burst);
  }

  /** The options that kube-scheduler passes over where a configuration is given. */
  List<String> aboveTheConfiguration() {
    var given = new ArrayList<String>();
    if (kubeconfig != null) {
      given.add("--kubeconfig");
    }
    if (qps != null) {
      given.add("--kube-api-qps");
    }
    if (burst != null) {
      given.add("--kube-api-burst");
    }
    return given;
  }

  /**
   * Where the cluster is.
   *
   * @param configured the kubeconfig that a configuration names; empty for none
   * @throws IOException if there is nothing, or it cannot be used; the message says why
   */
  ApiServer server(String configured) throws IOException {
    Path file = kubeconfig == null && !configured.isEmpty() ? Path.of(configured) : kubeconfig;
    if (file == null && master.startsWith("http://")) {
      return ApiServer.plain(URI.create(master));
    }
    ApiServer server = file == null ? ClusterAccess.detected() : ClusterAccess.fromKubeconfig(file);
    if (master.isEmpty()) {
      return server;
    }
    try {
      return server.at(master);
    } catch (IllegalArgumentException e) {
      throw new IOException(
          "--master (%s) cannot be used: %s".formatted(master, e.getMessage()), e);
    }
  }
}
