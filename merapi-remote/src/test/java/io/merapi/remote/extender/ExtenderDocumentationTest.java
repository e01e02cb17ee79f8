package io.merapi.remote.extender;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.feature.FeatureGates;
import io.merapi.config.kube.KubeConfigurationReader;
import io.merapi.config.kube.KubeConfigurationReading;
import io.merapi.kube.configuration.Extender;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.plugins.noderesourcesfit.NodeResourcesFitArgs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The example of docs/extenders.md. */
class ExtenderDocumentationTest {

  @Test
  void theExampleIsAConfigurationWithoutProblems() throws IOException {
    String page = Files.readString(Path.of("../docs/extenders.md"));
    int from = page.indexOf("```yaml\n") + "```yaml\n".length();
    String example = page.substring(from, page.indexOf("```", from));

    KubeConfigurationReading reading =
        new KubeConfigurationReader().read("extenders.md", example, FeatureGates.DEFAULTS);

    assertThat(reading.problems()).isEmpty();
    KubeConfiguration configuration = Objects.requireNonNull(reading.configuration());
    Extender extender = configuration.extenders().getFirst();
    assertThat(extender.httpTimeout()).isEqualTo(Duration.ofSeconds(2));
    assertThat(extender.weight()).isEqualTo(5);
    assertThat(configuration.profiles().getFirst().arguments().get("NodeResourcesFit"))
        .isInstanceOfSatisfying(
            NodeResourcesFitArgs.class,
            args -> assertThat(args.ignoredResources()).containsExactly("example.com/gpu"));
  }
}
