package io.merapi.cli.chart;

import com.marcnuri.helm.Helm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The chart of the repository. */
public final class Chart {

  static final Path DIRECTORY = Path.of("..", "deploy", "helm", "merapi");

  private Chart() {}

  /**
   * What a release would bring to a cluster.
   *
   * @param values in YAML
   * @throws IllegalStateException if Helm refuses them
   */
  public static Manifests render(String namespace, String values) {
    try {
      Path file = Files.createTempFile("values", ".yaml");
      try {
        Files.writeString(file, values);
        return new Manifests(
            new Helm(DIRECTORY)
                .template()
                .withName("merapi")
                .withNamespace(namespace)
                .withKubeVersion("1.36.1")
                .withValuesFile(file)
                .call());
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The same in the namespace of batch work. */
  public static Manifests render(String values) {
    return render("volcano-system", values);
  }
}
