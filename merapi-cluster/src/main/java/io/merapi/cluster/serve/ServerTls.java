package io.merapi.cluster.serve;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** How a server is known by its clients, and hides what they say to each other. */
public final class ServerTls {

  /** The versions of TLS that there are, the older first. */
  private static final List<String> VERSIONS = List.of("TLSv1.2", "TLSv1.3");

  private static final char[] NO_PASSWORD = {};

  private final SSLContext context;
  private final String[] versions;
  private boolean asksForCertificates;

  private ServerTls(KeyMaterial own, String[] versions) {
    this.versions = versions;
    try {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(null, null);
      keys.setKeyEntry("server", own.key(), NO_PASSWORD, own.chain().toArray(Certificate[]::new));
      KeyManagerFactory managers =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      managers.init(keys, NO_PASSWORD);
      context = SSLContext.getInstance("TLS");
      context.init(managers.getKeyManagers(), new TrustManager[] {new Later()}, null);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("this Java cannot use the certificate", e);
    }
  }

  /**
   * TLS by files in PEM.
   *
   * @param leastVersion as kube-scheduler names it; empty for the oldest that is safe
   */
  public static ServerTls of(Path certificateFile, Path keyFile, String leastVersion)
      throws EndpointException {
    return new ServerTls(KeyMaterial.read(certificateFile, keyFile), versions(leastVersion));
  }

  /**
   * TLS by a certificate that is made now.
   *
   * @param host the name of this machine
   * @param leastVersion as kube-scheduler names it; empty for the oldest that is safe
   */
  public static ServerTls selfSigned(String host, String leastVersion) throws EndpointException {
    return new ServerTls(SelfSigned.make(host), versions(leastVersion));
  }

  private static String[] versions(String least) throws EndpointException {
    return switch (least) {
      // The two oldest are broken; whoever asks for them gets what is safe.
      case "", "VersionTLS10", "VersionTLS11", "VersionTLS12" -> VERSIONS.toArray(String[]::new);
      case "VersionTLS13" -> new String[] {VERSIONS.getLast()};
      default ->
          throw new EndpointException(
              "--tls-min-version (%s) must be VersionTLS12 or VersionTLS13".formatted(least));
    };
  }

  /** Has clients show a certificate, if they have one; whether it is good is judged later. */
  void askForCertificates() {
    asksForCertificates = true;
  }

  /** The same for a server of another kind. */
  public SSLContext context() {
    return context;
  }

  HttpsConfigurator configurator() {
    return new HttpsConfigurator(context) {
      @Override
      public void configure(HttpsParameters parameters) {
        SSLParameters chosen = getSSLContext().getDefaultSSLParameters();
        chosen.setProtocols(versions);
        chosen.setWantClientAuth(asksForCertificates);
        parameters.setSSLParameters(chosen);
      }
    };
  }

  /**
   * Lets every certificate of a client pass: one that is not good must be answered by 401, and not
   * by the end of the connection. {@link Identities} judges.
   */
  private static final class Later implements X509TrustManager {

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
