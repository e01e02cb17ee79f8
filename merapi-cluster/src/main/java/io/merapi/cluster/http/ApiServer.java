package io.merapi.cluster.http;

import java.net.URI;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Where an API server is, how to talk to it, and how often.
 *
 * @param address {@code https://host:port}, with a path where the server stands behind a proxy
 * @param tls absent for plain HTTP
 * @param serverName the name that the server's certificate must have; empty for the host of the
 *     address
 * @param checksName whether that name is compared at all
 * @param rate of what is sent to it by one connection, watches not counted
 */
public record ApiServer(
    URI address,
    @Nullable SSLContext tls,
    String serverName,
    boolean checksName,
    Credentials credentials,
    RequestRate rate) {

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

  /** A server that is asked as often as there is something to ask. */
  public ApiServer(
      URI address,
      @Nullable SSLContext tls,
      String serverName,
      boolean checksName,
      Credentials credentials) {
    this(address, tls, serverName, checksName, credentials, RequestRate.UNLIMITED);
  }

  /** A server whose certificate is checked against the host of its address. */
  public static ApiServer secured(URI address, SSLContext tls, Credentials credentials) {
    return new ApiServer(address, tls, "", true, credentials);
  }

  /** A server that is spoken to in plain text. */
  public static ApiServer plain(URI address) {
    return new ApiServer(address, null, "", false, Credentials.NONE);
  }

  /**
   * The same credentials and trust at another address.
   *
   * @param elsewhere where it says neither http nor https, what this server speaks is meant
   * @throws IllegalArgumentException if that is no address, or asks for TLS where there is none
   */
  public ApiServer at(String elsewhere) {
    String scheme = tls == null ? "http://" : "https://";
    URI there = URI.create(elsewhere.contains("://") ? elsewhere : scheme + elsewhere);
    return new ApiServer(
        there,
        "http".equals(there.getScheme()) ? null : tls,
        serverName,
        checksName && !"http".equals(there.getScheme()),
        credentials,
        rate);
  }

  /** The same server, asked at most so often. */
  public ApiServer limitedTo(RequestRate limit) {
    return new ApiServer(address, tls, serverName, checksName, credentials, limit);
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
