package io.merapi.config.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.kube.plugins.InTreePlugin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the pages about plugins to what the configuration reader accepts. */
class PluginDocumentationTest {

  private static final Path PAGES = Path.of("..", "docs", "plugins", "kube");
  private static final Pattern EXAMPLE = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

  static List<String> plugins() throws IOException {
    try (Stream<Path> pages = Files.list(PAGES)) {
      return pages.map(page -> page.getFileName().toString().replace(".md", "")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("plugins")
  void pageIsAboutAPluginAndItsConfigurationsAreAcceptedWithoutAWord(String plugin)
      throws IOException {
    assertThat(InTreePlugin.named(plugin)).isPresent();
    List<String> examples =
        EXAMPLE
            .matcher(Files.readString(PAGES.resolve(plugin + ".md")))
            .results()
            .map((MatchResult found) -> found.group(1))
            .filter(text -> text.contains("kind: KubeSchedulerConfiguration"))
            .toList();
    assertThat(examples).isNotEmpty();
    for (String example : examples) {
      KubeConfigurationReading reading = ReadingFixture.readWhole(example);
      assertThat(ReadingFixture.refusal(reading)).isEmpty();
      assertThat(ReadingFixture.lines(reading)).isEmpty();
      assertThat(example).contains(plugin);
    }
  }
}
