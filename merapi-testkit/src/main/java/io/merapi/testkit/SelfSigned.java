package io.merapi.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A key with a certificate for {@code localhost} and {@code 127.0.0.1} that nobody else trusts, for
 * servers that tests start.
 *
 * <p>Made by the JDK's own {@code keytool}, since the class library reads certificates but makes
 * none.
 */
public final class SelfSigned {

  private static final String ALIAS = "localhost";
  private static final char[] PASSWORD = "changeit".toCharArray();

  private final KeyStore store;

  private SelfSigned(KeyStore store) {
    this.store = store;
  }

  /** A new key and certificate. */
  public static SelfSigned create() {
    try {
      Path directory = Files.createTempDirectory("merapi-tls");
      Path file = directory.resolve("keys.p12");
      try {
        runKeytool(file);
        return new SelfSigned(KeyStore.getInstance(file.toFile(), PASSWORD));
      } finally {
        Files.deleteIfExists(file);
        Files.delete(directory);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void runKeytool(Path file) throws IOException {
    Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
    Process process =
        new ProcessBuilder(
                List.of(
                    keytool.toString(),
                    "-genkeypair",
                    "-alias",
                    ALIAS,
                    "-keyalg",
                    "EC",
                    "-groupname",
                    "secp256r1",
                    "-dname",
                    "CN=localhost",
                    "-ext",
                    "SAN=dns:localhost,ip:127.0.0.1",
                    "-ext",
                    "BC=ca:true",
                    "-validity",
                    "3650",
                    "-storetype",
                    "PKCS12",
                    "-storepass",
                    new String(PASSWORD),
                    "-keystore",
                    file.toString()))
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException("keytool failed: " + output);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while keytool was running", e);
    }
  }

  /** The certificate as a PEM file holds it; it is its own authority. */
  public String certificatePem() {
    try {
      return pem("CERTIFICATE", certificate().getEncoded());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The private key as a PEM file holds it. */
  public String keyPem() {
    try {
      Key key = store.getKey(ALIAS, PASSWORD);
      return pem("PRIVATE KEY", key.getEncoded());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Bytes of a key or certificate between the marks of a PEM file. */
  public static String pem(String what, byte[] content) {
    String lines =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(content);
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(what, lines, what);
  }

  /** Shows this certificate to whoever asks for one. */
  public KeyManager[] keyManagers() {
    try {
      var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, PASSWORD);
      return keys.getKeyManagers();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** TLS for a server that shows this certificate. */
  public SSLContext server() {
    try {
      var context = SSLContext.getInstance("TLS");
      context.init(keyManagers(), null, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** TLS for a client that trusts this certificate and no other. */
  public SSLContext client() {
    try {
      var trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, null);
      trusted.setCertificateEntry(ALIAS, certificate());
      var authorities = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      authorities.init(trusted);
      var context = SSLContext.getInstance("TLS");
      context.init(null, authorities.getTrustManagers(), null);
      return context;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private Certificate certificate() throws GeneralSecurityException {
    return store.getCertificate(ALIAS);
  }
}
