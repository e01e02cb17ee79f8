package io.merapi.config.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** The configurations of the golden cases: refused where upstream refused them, and only there. */
class GoldenConfigurationsTest {

  private static final JsonFactory JSON = new JsonFactory();

  @Test
  void refusesExactlyWhatUpstreamRefused() throws IOException {
    Path cases = Path.of("..", "..", "shared", "golden", "batch");
    assumeTrue(Files.isDirectory(cases), "no golden cases at " + cases);
    var wrong = new ArrayList<String>();
    List<Path> files;
    try (Stream<Path> walk = Files.walk(cases)) {
      files = walk.filter(path -> path.toString().endsWith(".json")).sorted().toList();
    }
    assertThat(files).hasSizeGreaterThan(1_000);
    for (Path file : files) {
      Case golden = Case.read(file);
      BatchReading reading = BatchConfigurationReader.read(golden.name, golden.config);
      if (reading.configuration().isEmpty() != golden.refused) {
        wrong.add(golden.name + ": " + reading.problems());
      }
    }
    assertThat(wrong).isEmpty();
  }

  private record Case(String name, String config, boolean refused) {

    static Case read(Path file) {
      String name = file.getFileName().toString();
      String config = "";
      boolean refused = false;
      try (JsonParser in = JSON.createParser(ObjectReadContext.empty(), Files.readString(file))) {
        in.nextToken();
        while (in.nextToken() == JsonToken.PROPERTY_NAME) {
          String field = in.currentName();
          JsonToken value = in.nextToken();
          if (field.equals("config")) {
            config = in.getString();
          } else if (field.equals("expect")) {
            while (in.nextToken() == JsonToken.PROPERTY_NAME) {
              String answer = in.currentName();
              refused |= answer.equals("configError") || answer.equals("fatal");
              in.nextToken();
              in.skipChildren();
            }
          } else if (value.isStructStart()) {
            in.skipChildren();
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return new Case(name, config, refused);
    }
  }
}
