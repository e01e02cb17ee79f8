package io.merapi.cluster.serve;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * Where to listen.
 *
 * @param host a name or an address; empty for every address of this machine
 */
public record ListenAddress(String host, int port) {

  private static final int MOST = 65_535;

  /**
   * Reads {@code HOST:PORT}, where the host may be missing and one of IPv6 stands in brackets.
   *
   * @throws EndpointException if it is none
   */
  public static ListenAddress parse(String option, String text) throws EndpointException {
    int colon = text.lastIndexOf(':');
    String host = colon < 0 ? "" : text.substring(0, colon);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    }
    int port = colon < 0 ? -1 : port(text.substring(colon + 1));
    if (port < 0) {
      throw new EndpointException(
          "%s (%s) must be HOST:PORT, such as :8080 or 127.0.0.1:8080".formatted(option, text));
    }
    return new ListenAddress(host, port);
  }

  private static int port(String text) {
    if (!text.matches("\\d{1,5}")) {
      return -1;
    }
    int port = Integer.parseInt(text);
    return port <= MOST ? port : -1;
  }

  /** Whether only this machine gets there. */
  public boolean isLoopback() throws EndpointException {
    return !host.isEmpty() && resolved().isLoopbackAddress();
  }

  InetSocketAddress socket() throws EndpointException {
    return host.isEmpty() ? new InetSocketAddress(port) : new InetSocketAddress(resolved(), port);
  }

  private InetAddress resolved() throws EndpointException {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException _) {
      throw new EndpointException("there is no address (%s) to listen at".formatted(host));
    }
  }

  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
