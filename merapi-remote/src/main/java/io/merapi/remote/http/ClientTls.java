package io.merapi.remote.http;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** Whom a client trusts, and who it says it is. */
public final class ClientTls {

  private static final String[] VERSIONS = {"TLSv1.3", "TLSv1.2"};

  private final SSLContext context;
  private final boolean verifies;
  private final String serverName;

  private ClientTls(SSLContext context, boolean verifies, String serverName) {
    this.context = context;
    this.verifies = verifies;
    this.serverName = serverName;
    if (!serverName.isEmpty()) {
      // Throws now what would else be thrown in every call.
      var _ = names(serverName);
    }
  }

  /**
   * Trusts whoever answers.
   *
   * @throws IllegalArgumentException if the server name cannot be one
   */
  public static ClientTls trustingAnybody(String serverName, Pem.@Nullable Identity identity)
      throws GeneralSecurityException, IOException {
    return new ClientTls(
        context(new TrustManager[] {new TrustAnybody()}, identity), false, serverName);
  }

  /**
   * Trusts servers that an authority vouches for.
   *
   * @param authorities empty for those that the Java runtime knows
   * @param serverName what the server must be called, and is asked for; empty for the name in the
   *     address
   * @param identity absent for a client that does not say who it is
   * @throws IllegalArgumentException if the server name cannot be one
   */
  public static ClientTls trusting(
      List<X509Certificate> authorities, String serverName, Pem.@Nullable Identity identity)
      throws GeneralSecurityException, IOException {
    KeyStore trusted = null;
    if (!authorities.isEmpty()) {
      trusted = emptyStore();
      for (int i = 0; i < authorities.size(); i++) {
        trusted.setCertificateEntry("authority-" + i, authorities.get(i));
      }
    }
    var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(trusted);
    return new ClientTls(context(factory.getTrustManagers(), identity), true, serverName);
  }

  private static SSLContext context(TrustManager[] trust, Pem.@Nullable Identity identity)
      throws GeneralSecurityException, IOException {
    KeyManager[] keys = {};
    if (identity != null) {
      KeyStore store = emptyStore();
      char[] password = {};
      store.setKeyEntry(
          "client",
          identity.key(),
          password,
          identity.certificates().toArray(X509Certificate[]::new));
      var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(store, password);
      keys = factory.getKeyManagers();
    }
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys, trust, null);
    return context;
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  /** Speaks TLS on a connected socket; fails where the server is not to be trusted. */
  SSLSocket handshake(Socket plain, String host, int port) throws IOException {
    String name = serverName.isEmpty() ? host : serverName;
    var secure = (SSLSocket) context.getSocketFactory().createSocket(plain, name, port, true);
    SSLParameters parameters = secure.getSSLParameters();
    parameters.setProtocols(VERSIONS);
    parameters.setServerNames(names(name));
    if (verifies) {
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
    }
    secure.setSSLParameters(parameters);
    secure.startHandshake();
    return secure;
  }

  /** What the server is asked for; an address is no name. */
  private static List<SNIServerName> names(String name) {
    boolean address = name.indexOf(':') >= 0 || name.matches("[0-9.]+");
    return address ? List.of() : List.of(new SNIHostName(name));
  }

  /** For servers of which the configuration says that they need not prove who they are. */
  private static final class TrustAnybody extends X509ExtendedTrustManager {

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
