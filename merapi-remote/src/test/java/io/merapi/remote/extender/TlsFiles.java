package io.merapi.remote.extender;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Objects;

/** Certificates and keys for tests, good until 2119 and of no worth. */
public final class TlsFiles {

  private TlsFiles() {}

  public static String text(String name) throws IOException {
    try (InputStream in = TlsFiles.class.getResourceAsStream("/tls/" + name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  static String base64(String name) throws IOException {
    return Base64.getEncoder().encodeToString(text(name).getBytes(StandardCharsets.UTF_8));
  }

  public static String path(String name) {
    try {
      return Path.of(
              Objects.requireNonNull(TlsFiles.class.getResource("/tls/" + name), name).toURI())
          .toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
