package io.merapi.remote.extender;

import io.merapi.kube.configuration.Extender;
import io.merapi.kube.configuration.Extender.Tls;
import io.merapi.remote.http.ClientTls;
import io.merapi.remote.http.Pem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the {@code tlsConfig} of an extender; files are read once. */
final class ExtenderTls {

  private static final Tls NOTHING = new Tls(false, "", "", "", "", "", "", "");

  private final String urlPrefix;
  private final Tls given;

  private ExtenderTls(String urlPrefix, Tls given) {
    this.urlPrefix = urlPrefix;
    this.given = given;
  }

  /** Whom to trust; absent where nothing is said of it and the address does not need it. */
  static @Nullable ClientTls of(Extender extender) throws ExtenderSetupException {
    Tls given = extender.tls();
    boolean https = extender.urlPrefix().regionMatches(true, 0, "https:", 0, 6);
    if (given == null && !extender.enableHttps() && !https) {
      return null;
    }
    return new ExtenderTls(extender.urlPrefix(), given == null ? NOTHING : given)
        .read(extender.enableHttps());
  }

  private ClientTls read(boolean enableHttps) throws ExtenderSetupException {
    String authorities = text("ca", given.caData(), given.caFile());
    String certificate = text("cert", given.certData(), given.certFile());
    String key = text("key", given.keyData(), given.keyFile());
    List<X509Certificate> trusted =
        authorities == null
            ? List.of()
            : certificates("ca", authorities, given.caData(), given.caFile());
    // Half of an identity is none, as it is upstream.
    Pem.Identity identity = certificate == null || key == null ? null : identity(certificate, key);
    // Encrypted, but open to whoever stands in between: upstream's meaning of enableHTTPS.
    boolean anybody = given.insecure() || (enableHttps && trusted.isEmpty());
    try {
      return anybody
          ? ClientTls.trustingAnybody(given.serverName(), identity)
          : ClientTls.trusting(trusted, given.serverName(), identity);
    } catch (IllegalArgumentException e) {
      throw new ExtenderSetupException(
          urlPrefix,
          "tlsConfig.serverName",
          "(%s) cannot be the name of a server: %s".formatted(given.serverName(), e.getMessage()));
    } catch (GeneralSecurityException | IOException e) {
      throw new ExtenderSetupException(urlPrefix, "tlsConfig", "is of no use: " + e.getMessage());
    }
  }

  /** The data, else what is in the file; null where neither is given. */
  private @Nullable String text(String what, String data, String file)
      throws ExtenderSetupException {
    if (!data.isEmpty()) {
      return new String(Base64.getDecoder().decode(data), StandardCharsets.UTF_8);
    }
    if (file.isEmpty()) {
      return null;
    }
    try {
      return Files.readString(Path.of(file), StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException _) {
      throw broken(what, data, file, "does not exist");
    } catch (AccessDeniedException _) {
      throw broken(what, data, file, "may not be read");
    } catch (IOException | IllegalArgumentException e) {
      throw broken(what, data, file, "cannot be read: " + e.getMessage());
    }
  }

  private List<X509Certificate> certificates(String what, String text, String data, String file)
      throws ExtenderSetupException {
    try {
      return Pem.certificates(text);
    } catch (CertificateException | IllegalArgumentException e) {
      throw broken(what, data, file, "is no certificate: " + e.getMessage());
    }
  }

  private Pem.Identity identity(String certificate, String key) throws ExtenderSetupException {
    List<X509Certificate> chain =
        certificates("cert", certificate, given.certData(), given.certFile());
    try {
      return Pem.identity(key, chain);
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw broken("key", given.keyData(), given.keyFile(), "is no key to use: " + e.getMessage());
    }
  }

  /** Names the key of the configuration; data are not shown, for a key may be among them. */
  private ExtenderSetupException broken(String what, String data, String file, String why) {
    return data.isEmpty()
        ? new ExtenderSetupException(
            urlPrefix, "tlsConfig.%sFile".formatted(what), "(%s) %s".formatted(file, why))
        : new ExtenderSetupException(urlPrefix, "tlsConfig.%sData".formatted(what), why);
  }
}
