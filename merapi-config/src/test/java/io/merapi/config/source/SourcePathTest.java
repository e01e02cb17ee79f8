package io.merapi.config.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourcePathTest {

  private static final SourceNode TREE =
      Objects.requireNonNull(
          SourceParser.parse(
                  "f",
                  """
                  profiles:
                  - name: a
                    plugins: {score: [x, y]}
                  - name: b
                  binpack.weight: 3
                  """)
              .first());

  @ParameterizedTest(name = "{0} stands at {1}")
  @CsvSource({
    "profiles[0].name, f:2:9",
    "profiles[1].name, f:4:9",
    "profiles[0].plugins.score[1], f:3:24",
    "binpack.weight, f:5:17",
  })
  void findsKeysAndItems(String path, String where) {
    assertThat(SourcePath.locate(TREE, path)).hasToString(where);
    assertThat(SourcePath.find(TREE, path)).isNotNull();
  }

  @ParameterizedTest(name = "{0} would stand in {1}")
  @CsvSource({
    "profiles[0].nothing, f:2:3",
    "profiles[7].name, f:2:1",
    "profiles[x], f:2:1",
    "profiles.name, f:2:1",
    "profiles[1].name.deeper, f:4:9",
    "nothing, f:1:1",
  })
  void namesWhatIsAroundWhereThereIsNothing(String path, String where) {
    assertThat(SourcePath.locate(TREE, path)).hasToString(where);
    assertThat(SourcePath.find(TREE, path)).isNull();
  }
}
