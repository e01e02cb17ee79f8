package io.merapi.cli.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.feature.FeatureGates;
import io.merapi.config.batch.BatchConfigurationReader;
import io.merapi.config.kube.KubeConfigurationReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages on installing and on taking over a cluster say what is so. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class InstallPagesTest {

  private static final Path DOCS = Path.of("..", "docs");
  private static final Pattern VALUES =
      Pattern.compile(
          "^( *)```yaml\n *# \\S*values.yaml\n(.*?)```", Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern KEY = Pattern.compile("`((?:basic|custom)\\.\\w+)`");

  @Test
  void theTableHasEveryValueOfTheChart() throws IOException {
    var documented = new TreeSet<String>();
    Files.readString(DOCS.resolve("operations/install.md"))
        .lines()
        .filter(line -> line.startsWith("| `basic.") || line.startsWith("| `custom."))
        .map(line -> line.substring(0, line.indexOf('|', 1)))
        .forEach(
            names -> KEY.matcher(names).results().forEach(name -> documented.add(name.group(1))));
    var known = new TreeSet<String>();
    Map<?, ?> values =
        new Manifests(Files.readString(Chart.DIRECTORY.resolve("values.yaml")))
            .objects()
            .getFirst();
    values.forEach(
        (part, keys) -> ((Map<?, ?>) keys).keySet().forEach(key -> known.add(part + "." + key)));
    Map<?, ?> schema =
        new Manifests(Files.readString(Chart.DIRECTORY.resolve("values.schema.json")))
            .objects()
            .getFirst();

    assertThat(documented).isEqualTo(known);
    for (String part : new String[] {"basic", "custom"}) {
      assertThat(Manifests.fields(schema, "properties", part, "properties").keySet())
          .as("keys of the schema")
          .isEqualTo(Manifests.fields(values, part).keySet());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "operations/install.md",
        "migrate-from-volcano.md",
        "migrate-from-kube-scheduler.md"
      })
  void valuesOnThePagesCanBeInstalledAndTheirConfigurationsAreRight(String page)
      throws IOException {
    var found = VALUES.matcher(Files.readString(DOCS.resolve(page))).results().toList();
    assertThat(found).isNotEmpty();
    for (var block : found) {
      Manifests manifests = Chart.render(block.group(2).replaceAll("(?m)^" + block.group(1), ""));
      Map<?, ?> data = Manifests.fields(manifests.only("ConfigMap"), "data");
      if (data.containsKey("volcano-scheduler.conf")) {
        assertThat(
                BatchConfigurationReader.read(
                        "volcano-scheduler.conf", Manifests.text(data, "volcano-scheduler.conf"))
                    .problems())
            .isEmpty();
      }
      if (data.containsKey("scheduler.yaml")) {
        assertThat(
                new KubeConfigurationReader()
                    .read(
                        "scheduler.yaml",
                        Manifests.text(data, "scheduler.yaml"),
                        FeatureGates.DEFAULTS)
                    .problems())
            .isEmpty();
      }
    }
  }
}
