package io.merapi.cluster.http;

import java.net.URI;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Where an API server is, and how to talk to it.
 *
 * @param address {@code https://host:port}, with a path where the server stands behind a proxy
 * @param tls absent for plain HTTP
 * @param serverName the name that the server's certificate must have; empty for the host of the
 *     address
 * @param checksName whether that name is compared at all
 */
public record ApiServer(
    URI address,
    @Nullable SSLContext tls,
    String serverName,
    boolean checksName,
    Credentials credentials) {

  public ApiServer {
    boolean secure = "https".equals(address.getScheme());
    if (address.getHost() == null || !(secure || "http".equals(address.getScheme()))) {
      throw new IllegalArgumentException(
          "the address of the API server (%s) must be https://HOST:PORT".formatted(address));
    }
    if (secure != (tls != null)) {
      throw new IllegalArgumentException("https needs TLS, and http must not have it");
    }
  }

  /** A server whose certificate is checked against the host of its address. */
  public static ApiServer secured(URI address, SSLContext tls, Credentials credentials) {
    return new ApiServer(address, tls, "", true, credentials);
  }

  /** A server that is spoken to in plain text. */
  public static ApiServer plain(URI address) {
    return new ApiServer(address, null, "", false, Credentials.NONE);
  }

  String host() {
    String host = address.getHost();
    // An address of IPv6 stands in brackets in a URI, and without them everywhere else.
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  int port() {
    return address.getPort() >= 0 ? address.getPort() : tls == null ? 80 : 443;
  }

  /** What stands before every path, without a slash at its end; nearly always empty. */
  String basePath() {
    String path = address.getRawPath() == null ? "" : address.getRawPath();
    return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }
}
