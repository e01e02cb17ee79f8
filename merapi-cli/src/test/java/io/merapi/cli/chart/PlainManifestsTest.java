package io.merapi.cli.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The manifests beside the chart are what it renders. To write them anew:
 *
 * <pre>mvn -pl merapi-cli -am test -Dtest=PlainManifestsTest -Dmanifests.write
 *     -Dsurefire.failIfNoSpecifiedTests=false</pre>
 */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class PlainManifestsTest {

  private static final Path DEPLOY = Path.of("..", "deploy");

  @ParameterizedTest(name = "merapi-{0}.yaml")
  @CsvSource({"kube, kube-system", "batch, volcano-system", "both, volcano-system"})
  void plainManifestsAreWhatTheChartRenders(String mode, String namespace) throws IOException {
    Path file = DEPLOY.resolve("merapi-%s.yaml".formatted(mode));
    String rendered = manifest(mode, namespace);
    if (System.getProperty("manifests.write") != null) {
      Files.writeString(file, rendered);
    }

    assertThat(file).hasContent(rendered);
  }

  private static String manifest(String mode, String namespace) {
    String head =
        """
        # Merapi for the work of %s, rendered from the chart in deploy/helm/merapi with its default values.
        # See docs/operations/install.md; the chart has more to choose from.
        """
            .formatted(
                switch (mode) {
                  case "kube" -> "kube-scheduler";
                  case "batch" -> "vc-scheduler";
                  default -> "kube-scheduler and of vc-scheduler";
                });
    String home =
        """
        ---
        apiVersion: v1
        kind: Namespace
        metadata:
          name: %s
        """
            .formatted(namespace);
    String objects =
        Chart.render(namespace, "custom: {mode: %s}".formatted(mode))
            .text()
            .replace("app.kubernetes.io/managed-by: Helm\n", "app.kubernetes.io/part-of: merapi\n");
    return head + (namespace.equals("kube-system") ? "" : home) + objects.strip() + "\n";
  }

  @Test
  void theChartBringsTheDefinitionsOfTheRepository() throws IOException {
    assertThat(texts(Chart.DIRECTORY.resolve("crds"))).isEqualTo(texts(DEPLOY.resolve("crds")));
  }

  private static Map<String, String> texts(Path directory) throws IOException {
    var texts = new TreeMap<String, String>();
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        texts.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    assertThat(texts).isNotEmpty();
    return texts;
  }
}
