package io.merapi.config.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.batch.configuration.InTreePlugins;
import io.merapi.batch.configuration.PluginSpec;
import io.merapi.batch.cycle.InTreeFactory;
import io.merapi.batch.tier.ExtensionPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the pages about batch plugins to their specs and to what the reader accepts. */
class BatchPluginDocumentationTest {

  private static final Path PAGES = Path.of("..", "docs", "plugins", "batch");
  private static final Pattern EXAMPLE = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

  /** Points that a page describes by what they do, not by their names. */
  private static final List<ExtensionPoint> UNNAMED =
      List.of(ExtensionPoint.EVENTS, ExtensionPoint.BINDER);

  static List<String> pages() throws IOException {
    try (Stream<Path> pages = Files.list(PAGES)) {
      return pages.map(page -> page.getFileName().toString().replace(".md", "")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void pageNamesEveryExtensionPointAndItsConfigurationsAreAcceptedWithoutAWord(String plugin)
      throws IOException {
    PluginSpec<?> spec = InTreePlugins.named(plugin).orElseThrow();
    String page = Files.readString(PAGES.resolve(plugin + ".md"));
    spec.points().stream()
        .filter(point -> !UNNAMED.contains(point))
        .forEach(point -> assertThat(page).contains(point.title()));
    List<String> examples =
        EXAMPLE
            .matcher(page)
            .results()
            .map((MatchResult found) -> found.group(1))
            .filter(text -> text.contains("tiers:"))
            .toList();
    assertThat(examples).isNotEmpty();
    for (String example : examples) {
      BatchReading reading = BatchConfigurationReader.read(plugin + ".md", example);
      assertThat(reading.problems()).isEmpty();
      assertThat(example).contains("name: " + plugin);
    }
  }

  @Test
  void everyPluginThatExistsHasAPage() throws IOException {
    assertThat(pages()).containsAll(InTreeFactory.existing());
  }
}
