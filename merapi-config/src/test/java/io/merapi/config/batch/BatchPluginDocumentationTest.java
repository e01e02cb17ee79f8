package io.merapi.config.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.batch.plugins.BatchPlugins;
import io.merapi.batch.plugins.InTreePlugin;
import io.merapi.batch.plugins.InTreePlugins;
import io.merapi.batch.tier.ExtensionPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the pages about batch plugins to their specs and to what the reader accepts. */
class BatchPluginDocumentationTest {

  private static final Path PAGES = Path.of("..", "docs", "plugins", "batch");
  private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);
  private static final Pattern ARGUMENTS =
      Pattern.compile("\\| argument \\| default \\|[^\n]*\n\\|[-|]+\\|\n((?:\\|[^\n]*\n)+)");

  /** A paragraph that works an example through, with a number in it. */
  private static final Pattern WORKED =
      Pattern.compile("(?:^|\n)An example[^\n]*(?:\n[^\n]+)*[0-9]");

  /** Points that a page describes by what they do, not by their names. */
  private static final List<ExtensionPoint> UNNAMED =
      List.of(ExtensionPoint.EVENTS, ExtensionPoint.BINDER);

  static List<String> pages() throws IOException {
    try (Stream<Path> pages = Files.list(PAGES)) {
      return pages.map(page -> page.getFileName().toString().replace(".md", "")).sorted().toList();
    }
  }

  @Test
  void everyPluginThatExistsHasAPage() throws IOException {
    assertThat(pages()).containsAll(BatchPlugins.IN_TREE.names());
  }

  @ParameterizedTest
  @MethodSource("pages")
  void saysWhatThePluginIsForAndNamesEveryExtensionPoint(String plugin) throws IOException {
    String page = page(plugin);
    assertThat(page).matches(Pattern.compile("# " + plugin + "\n\n[A-Z].*", Pattern.DOTALL));
    spec(plugin).points().stream()
        .filter(point -> !UNNAMED.contains(point))
        .forEach(point -> assertThat(page).contains(point.title()));
  }

  @ParameterizedTest
  @MethodSource("pages")
  void listsEveryArgumentWithItsDefault(String plugin) throws IOException {
    Map<String, Optional<Object>> read = ArgumentKeys.of(spec(plugin));
    Map<String, String> documented = documented(page(plugin));
    assertThat(documented.keySet()).containsAll(read.keySet());
    assertThat(documented.keySet())
        .allMatch(key -> read.keySet().stream().anyMatch(one -> isAbout(key, one)));
    read.forEach((key, byDefault) ->
        assertThat(documented.get(key)).as(key).satisfies(cell -> matches(cell, byDefault)));
    if (read.isEmpty()) {
      assertThat(page(plugin)).contains("\nNo arguments.");
    }
  }

  /** Whether a line is about an argument: its own, that of the object around it or of its items. */
  private static boolean isAbout(String documented, String argument) {
    return (argument + ".").startsWith(documented + ".") || documented.startsWith(argument + "[]");
  }

  private static void matches(String cell, Optional<Object> byDefault) {
    switch (byDefault.orElse("")) {
      case Number number -> assertThat(Double.valueOf(cell)).isEqualTo(number.doubleValue());
      case Duration duration -> assertThat(GoDuration.parse(cell)).isEqualTo(duration);
      case String text when text.isEmpty() -> assertThat(cell).isNotBlank();
      case Object other -> assertThat(cell).isEqualTo(other.toString());
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void showsConfigurationsThatAreAcceptedWithoutAWord(String plugin) throws IOException {
    List<String> examples =
        YAML.matcher(page(plugin))
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
    if (!ArgumentKeys.of(spec(plugin)).isEmpty()) {
      assertThat(examples).anyMatch(example -> example.contains("arguments:"));
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void worksAnExampleThrough(String plugin) throws IOException {
    assertThat(page(plugin)).containsPattern(WORKED);
  }

  private static InTreePlugin<?> spec(String plugin) {
    return InTreePlugins.named(plugin).orElseThrow();
  }

  private static String page(String plugin) throws IOException {
    return Files.readString(PAGES.resolve(plugin + ".md"));
  }

  /** The default of each argument as the page has it, without the marks of code. */
  private static Map<String, String> documented(String page) {
    var documented = new TreeMap<String, String>();
    ARGUMENTS
        .matcher(page)
        .results()
        .flatMap(table -> table.group(1).lines())
        .map(line -> line.split("\\|", -1))
        .forEach(cells ->
            documented.put(cells[1].strip().replace("`", ""), cells[2].strip().replace("`", "")));
    return documented;
  }
}
