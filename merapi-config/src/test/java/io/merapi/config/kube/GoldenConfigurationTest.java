package io.merapi.config.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every configuration of the vectors that kube-scheduler answered. */
class GoldenConfigurationTest {

  private static final Path VECTORS = Path.of("..", "..", "shared", "golden", "kube");

  private final GoldenConfigurationCheck check = new GoldenConfigurationCheck();

  @Test
  void readsEveryConfigurationAsKubeSchedulerDoes() throws IOException {
    assumeTrue(Files.isDirectory(VECTORS), "skipped: there are no vectors in " + VECTORS);
    List<Path> files;
    try (Stream<Path> walk = Files.walk(VECTORS)) {
      files = walk.filter(path -> path.toString().endsWith(".json")).sorted().toList();
    }
    var differences = new ArrayList<String>();
    int configured = 0;
    for (Path file : files) {
      GoldenCase vector = GoldenCase.read(file);
      configured += vector.config().isEmpty() ? 0 : 1;
      check
          .difference(vector)
          .ifPresent(difference -> differences.add(VECTORS.relativize(file) + " " + difference));
    }
    assertThat(files).hasSizeGreaterThan(1_000);
    assertThat(configured).isGreaterThan(200);
    assertThat(differences).isEmpty();
  }
}
