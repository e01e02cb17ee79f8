package io.merapi.cli;

import io.merapi.cluster.ClusterConnection;
import io.merapi.cluster.http.ApiClient;
import io.merapi.cluster.http.ApiServer;
import io.merapi.cluster.metrics.Metrics;
import io.merapi.cluster.metrics.MetricsText;
import io.merapi.cluster.run.RunLog;
import io.merapi.cluster.serve.EndpointException;
import io.merapi.cluster.serve.Endpoints;
import io.merapi.cluster.serve.HealthChecks;
import io.merapi.cluster.serve.ListenAddress;
import io.merapi.cluster.serve.PageAnswer;
import io.merapi.cluster.serve.Pages;
import io.merapi.cluster.serve.ServerTls;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code merapi run} says of itself, and where.
 *
 * <p>The secure port has every page. Batch work alone has two addresses of its own, for metrics and
 * for health, as vc-scheduler has them. Whatever is reached from other machines is guarded.
 */
final class RunEndpoints implements AutoCloseable {

  private final Pages pages = new Pages();
  private final HealthChecks health = new HealthChecks();
  private final Endpoints servers = new Endpoints();
  private final List<ApiClient> clients = new ArrayList<>();
  private final ServingOptions serving;
  private final AccessOptions access;
  private final ApiServer cluster;
  private final RunLog log;

  private RunEndpoints(
      ServingOptions serving, AccessOptions access, ApiServer cluster, RunLog log) {
    this.serving = serving;
    this.access = access;
    this.cluster = cluster;
    this.log = log;
  }

  /**
   * Starts to serve; pages and checks may follow.
   *
   * @param batchOnly whether it stands in for vc-scheduler and nothing else
   * @throws EndpointException if that is not possible as the options ask for it
   */
  static RunEndpoints open(
      ServingOptions serving,
      AccessOptions access,
      boolean batchOnly,
      ApiServer cluster,
      Metrics metrics,
      RunLog log)
      throws EndpointException, IOException {
    var endpoints = new RunEndpoints(serving, access, cluster, log);
    endpoints.health.mountOn(endpoints.pages);
    endpoints.pages.mount(
        "/metrics",
        request -> {
          MetricsText text = metrics.text(request.accept());
          return new PageAnswer(200, text.contentType(), text.text());
        });
    try {
      if (batchOnly) {
        endpoints.openForBatch();
      } else {
        endpoints.openSecure(serving.secure(), endpoints.pages);
      }
    } catch (EndpointException | IOException e) {
      endpoints.close();
      throw e;
    }
    return endpoints;
  }

  /** Where others mount pages. */
  Pages pages() {
    return pages;
  }

  /** Where others add checks. */
  HealthChecks health() {
    return health;
  }

  private void openSecure(@Nullable ListenAddress address, Pages offered)
      throws EndpointException, IOException {
    if (address == null) {
      return;
    }
    ServerTls tls = serving.tls(ClusterConnection.hostName());
    if (address.isLoopback()) {
      servers.open(address, tls, offered);
    } else {
      guarded(address, tls, offered);
    }
    log.info("serving at https://" + address);
  }

  private void guarded(ListenAddress address, ServerTls tls, Pages offered)
      throws EndpointException, IOException {
    ApiClient authentication = kept(access.authentication(cluster));
    ApiClient authorization = kept(access.authorization(cluster));
    servers.guarded(
        address, tls, offered, access.settings(authentication, log), authentication, authorization);
  }

  private ApiClient kept(ApiClient client) {
    clients.add(client);
    return client;
  }

  private void openForBatch() throws EndpointException, IOException {
    ListenAddress metrics = serving.metrics();
    if (metrics != null && metrics.isLoopback()) {
      servers.open(metrics, null, pages);
      log.info("serving at http://" + metrics);
    } else {
      openSecure(metrics, pages);
    }
    ListenAddress healthz = serving.health();
    if (healthz != null) {
      ServerTls tls = serving.hasCertificate() ? serving.tls(ClusterConnection.hostName()) : null;
      servers.open(healthz, tls, pages.only(RunEndpoints::isHealth));
      log.info("serving health at %s://%s".formatted(tls == null ? "http" : "https", healthz));
    }
  }

  /** Only what says no more than whether all is well. */
  private static boolean isHealth(String path) {
    return path.equals("/healthz") || path.equals("/livez") || path.equals("/readyz");
  }

  @Override
  public void close() {
    servers.close();
    clients.forEach(ApiClient::close);
  }
}
