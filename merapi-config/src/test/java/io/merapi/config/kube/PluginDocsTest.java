package io.merapi.config.kube;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The configurations that the pages on plugins show. */
class PluginDocsTest {

  private static final Path PAGES = Path.of("..", "docs", "plugins", "kube");
  private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

  @ParameterizedTest
  @MethodSource("pages")
  void showsConfigurationsInWhichNothingIsWrong(Path page) throws IOException {
    List<String> configurations =
        YAML.matcher(Files.readString(page))
            .results()
            .map((MatchResult found) -> found.group(1))
            .filter(text -> text.contains("kind: KubeSchedulerConfiguration"))
            .toList();
    assertThat(configurations)
        .allSatisfy(text -> {
          KubeConfigurationReading reading = ReadingFixture.readWhole(text);
          assertThat(ReadingFixture.refusal(reading)).isEmpty();
          assertThat(ReadingFixture.lines(reading)).isEmpty();
        });
  }

  static List<Path> pages() {
    try (Stream<Path> files = Files.list(PAGES)) {
      return files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
