package io.merapi.e2e;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.plugin.PluginSpec;
import io.merapi.testkit.JarBuilder;
import io.merapi.testkit.PodBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The example plugin at work in {@code merapi run}, and another version of it after a while. */
class CustomPluginIT {

  private static final Path EXAMPLE = Path.of("../examples/plugins");

  @RegisterExtension static final RealCluster CLUSTER = new RealCluster();

  @TempDir private Path temp;

  private final Stage stage = new Stage(CLUSTER);

  @AfterEach
  void clear() throws IOException {
    stage.close();
  }

  @Test
  void itDecidesIsReplacedWhileItRunsAndABrokenVersionChangesNothing() throws IOException {
    Path jar = temp.resolve("plugins/rack.jar");
    build("first", "example.com/rack").write(jar);
    Path configuration = temp.resolve("scheduler.yaml");
    Files.writeString(
        configuration,
        """
        apiVersion: kubescheduler.config.k8s.io/v1
        kind: KubeSchedulerConfiguration
        profiles:
        - schedulerName: merapi
          plugins: {multiPoint: {enabled: [{name: RackAffinity}]}}
          pluginConfig: [{name: RackAffinity, args: {required: true}}]
        """);
    for (String rack : new String[] {"r1", "r2"}) {
      stage.create(
          node("node-" + rack)
              .label("example.com/rack", rack)
              .allocatable("cpu", "10")
              .allocatable("pods", "110"));
    }
    Path log = temp.resolve("log");
    try (var scheduler =
        SchedulerProcess.start(
            CLUSTER,
            log,
            "--mode",
            "kube",
            "--leader-elect=false",
            "--plugins-dir",
            Objects.requireNonNull(jar.getParent()).toString(),
            "--config",
            configuration.toString())) {
      stage.create(naming("first", "example.com/rack", "r1"));
      assertThat(stage.nodeOf("first")).isEqualTo("node-r1");
      stage.create(naming("second", "example.com/rack", "r2"));
      assertThat(stage.nodeOf("second")).isEqualTo("node-r2");

      // A broken file is told of by its name, and the plugin goes on.
      Files.writeString(jar, "half of a JAR");
      Eventually.find("refusal", () -> scheduler.log().contains("rack.jar") ? 1 : null);
      assertThat(scheduler.log())
          .contains("is no JAR")
          .contains("the version that was loaded before stays in use");
      stage.create(naming("third", "example.com/rack", "r1"));
      assertThat(stage.nodeOf("third")).isEqualTo("node-r1");

      // Another version reads another annotation.
      build("other", "example.com/cabinet").write(jar);
      Eventually.find(
          "replacement",
          () -> scheduler.log().contains("configuration is in force now") ? 1 : null);
      stage.create(
          naming("fourth", "example.com/rack", "r1").annotation("example.com/cabinet", "r2"));
      assertThat(stage.nodeOf("fourth")).isEqualTo("node-r2");
      assertThat(scheduler.stop()).as(scheduler.log()).isZero();
    }
  }

  private static PodBuilder naming(String name, String annotation, String rack) {
    return pod(name).schedulerName("merapi").annotation(annotation, rack).request("cpu", "100m");
  }

  /** The example, with another annotation by which pods name their racks. */
  private JarBuilder build(String version, String annotation) throws IOException {
    Path plugin = EXAMPLE.resolve("src/main/java/com/example/scheduling/RackAffinity.java");
    String text = Files.readString(plugin);
    return JarBuilder.in(temp.resolve(version))
        .against(PluginSpec.class)
        .against(Nullable.class)
        .sources(EXAMPLE.resolve("src/main/java"))
        .source(
            "com.example.scheduling.RackAffinity",
            text.replace("RACK = \"example.com/rack\"", "RACK = \"%s\"".formatted(annotation)))
        .files(EXAMPLE.resolve("src/main/resources"));
  }
}
