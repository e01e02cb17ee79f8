package io.merapi.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints; the build fills the version in. */
final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() {
    return lines().toArray(String[]::new);
  }

  List<String> lines() {
    return List.of(
        "merapi " + number(),
        "as kube-scheduler v1.36.1 and vc-scheduler (master of August 2026)",
        "Java " + Runtime.version());
  }

  static String number() {
    var properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version");
  }
}
