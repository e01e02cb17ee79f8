package io.merapi.cluster.serve;

import io.merapi.cluster.http.ApiClient;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All servers of one process. */
public final class Endpoints implements AutoCloseable {

  private final List<EndpointServer> servers = new ArrayList<>();

  /**
   * Offers pages to this machine alone, or to anybody; nobody is asked who they are.
   *
   * @param tls absent for plain text
   * @throws EndpointException if the address cannot be had
   */
  public EndpointServer open(ListenAddress address, @Nullable ServerTls tls, Pages pages)
      throws EndpointException {
    return add(EndpointServer.start(address, tls, pages, Guard.NONE));
  }

  /**
   * Offers pages to those whom the cluster lets in.
   *
   * @param authentication how to ask who they are
   * @param authorization how to ask what they may do
   * @throws EndpointException if the address cannot be had, or the settings cannot be used
   */
  public EndpointServer guarded(
      ListenAddress address,
      ServerTls tls,
      Pages pages,
      AccessSettings settings,
      ApiClient authentication,
      ApiClient authorization)
      throws EndpointException {
    List<X509Certificate> authorities = List.of();
    if (!settings.clientAuthorities().isEmpty()) {
      authorities = KeyMaterial.certificates("the client CA", settings.clientAuthorities());
      tls.askForCertificates();
    }
    var guard =
        new ClusterGuard(
            new Identities(authentication, settings, authorities),
            new Permissions(authorization, settings));
    return add(EndpointServer.start(address, tls, pages, guard));
  }

  private EndpointServer add(EndpointServer server) {
    servers.add(server);
    return server;
  }

  /** Where they listen. */
  public List<EndpointServer> servers() {
    return List.copyOf(servers);
  }

  @Override
  public void close() {
    servers.forEach(EndpointServer::close);
  }
}
