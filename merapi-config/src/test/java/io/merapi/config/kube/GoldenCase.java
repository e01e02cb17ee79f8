package io.merapi.config.kube;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * What a case of the kube vectors says of its configuration; the cluster in it is skipped.
 *
 * @param featureGates as on the command line
 * @param stage of the refusal; null where the configuration is accepted
 * @param profiles by scheduler name; null where the case does not record them
 */
record GoldenCase(
    String name,
    String config,
    String featureGates,
    @Nullable String stage,
    String message,
    @Nullable Map<String, ExpectedProfile> profiles) {

  private static final JsonFactory FACTORY = new JsonFactory();

  /** The plugins of a profile by extension point, and the weights of those that score. */
  record ExpectedProfile(Map<String, List<String>> plugins, Map<String, Integer> scoreWeights) {}

  static GoldenCase read(Path file) throws IOException {
    try (JsonParser parser =
        FACTORY.createParser(ObjectReadContext.empty(), Files.readString(file))) {
      return new GoldenCaseReader(parser).read();
    }
  }

  /** Reads what it needs of a case and skips the rest. */
  private static final class GoldenCaseReader {

    private final JsonParser parser;
    private String name = "";
    private String config = "";
    private String featureGates = "";
    private @Nullable String stage;
    private String message = "";
    private @Nullable Map<String, ExpectedProfile> profiles;

    GoldenCaseReader(JsonParser parser) {
      this.parser = parser;
    }

    GoldenCase read() {
      parser.nextToken();
      object(key -> {
        switch (key) {
          case "name" -> name = text();
          case "config" -> config = text();
          case "featureGates" -> featureGates = text();
          case "expect" -> object(this::expect);
          default -> parser.skipChildren();
        }
      });
      return new GoldenCase(name, config, featureGates, stage, message, profiles);
    }

    private void expect(String key) {
      switch (key) {
        case "configError" ->
            object(field -> {
              if (field.equals("stage")) {
                stage = text();
              } else {
                message = text();
              }
            });
        case "profiles" -> {
          var read = new LinkedHashMap<String, ExpectedProfile>();
          object(profile -> read.put(profile, profile()));
          profiles = read;
        }
        default -> parser.skipChildren();
      }
    }

    private ExpectedProfile profile() {
      var plugins = new TreeMap<String, List<String>>();
      var weights = new TreeMap<String, Integer>();
      object(key -> {
        if (key.equals("plugins")) {
          object(point -> plugins.put(point, texts()));
        } else {
          object(plugin -> weights.put(plugin, parser.getIntValue()));
        }
      });
      return new ExpectedProfile(plugins, weights);
    }

    private String text() {
      return requireNonNull(parser.getString());
    }

    private List<String> texts() {
      var texts = new ArrayList<String>();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        texts.add(text());
      }
      return texts;
    }

    /** Hands every key to the reader, with the parser standing on the value. */
    private void object(Consumer<String> reader) {
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String key = parser.currentName();
        parser.nextToken();
        reader.accept(key);
      }
    }
  }
}
