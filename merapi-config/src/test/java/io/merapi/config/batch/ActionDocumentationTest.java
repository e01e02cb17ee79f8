package io.merapi.config.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.batch.configuration.BatchAction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the pages about actions to what the reader of configurations accepts. */
class ActionDocumentationTest {

  private static final Path PAGES = Path.of("..", "docs", "actions");
  private static final Pattern EXAMPLE = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

  static List<String> pages() throws IOException {
    try (Stream<Path> pages = Files.list(PAGES)) {
      return pages.map(page -> page.getFileName().toString().replace(".md", "")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void pageIsNamedAfterAnActionAndItsConfigurationsAreAcceptedWithoutAWord(String action)
      throws IOException {
    assertThat(Arrays.stream(BatchAction.values()).map(BatchAction::key)).contains(action);
    List<String> examples =
        EXAMPLE
            .matcher(Files.readString(PAGES.resolve(action + ".md")))
            .results()
            .map((MatchResult found) -> found.group(1))
            .toList();
    assertThat(examples).isNotEmpty();
    for (String example : examples) {
      BatchReading reading = BatchConfigurationReader.read(action + ".md", example);
      assertThat(reading.problems()).isEmpty();
      assertThat(reading.configuration().orElseThrow().actions())
          .extracting(BatchAction::key)
          .contains(action);
    }
  }
}
