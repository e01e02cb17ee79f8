package io.merapi.config.snapshot;

import io.merapi.config.objects.Tokens;
import io.merapi.config.objects.Tokens.Token;
import io.merapi.config.source.MalformedTextException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A file that a command was given, or found in a directory that it was given.
 *
 * @param kind told by what the file holds, so that users need not say; only its first fields are
 *     read for it, because a snapshot may be huge
 */
public record InputFile(String path, Kind kind) {

  private static final String STANDARD_INPUT = "-";

  /** What a file is. */
  public enum Kind {
    SNAPSHOT,
    KUBE_CONFIGURATION,
    BATCH_CONFIGURATION
  }

  /** All files behind the paths; a directory stands for the files in it, sorted. */
  public static List<InputFile> find(List<String> paths) throws IOException {
    var files = new ArrayList<InputFile>();
    for (String path : paths) {
      if (!path.equals(STANDARD_INPUT) && Files.isDirectory(Path.of(path))) {
        for (Path file : list(Path.of(path))) {
          files.add(of(file.toString()));
        }
      } else {
        files.add(of(path));
      }
    }
    return files;
  }

  private static List<Path> list(Path directory) throws IOException {
    try (Stream<Path> tree = Files.walk(directory)) {
      return tree.filter(Files::isRegularFile).filter(InputFile::hasKnownSuffix).sorted().toList();
    }
  }

  private static boolean hasKnownSuffix(Path file) {
    return file.toString().matches(".*[^/\\\\.][^/\\\\]*\\.(ya?ml|json|conf)(\\.gz)?");
  }

  private static InputFile of(String path) {
    if (path.equals(STANDARD_INPUT)) {
      return new InputFile(path, Kind.SNAPSHOT);
    }
    try (InputStream in = Files.newInputStream(Path.of(path))) {
      return new InputFile(path, kind(TextSource.tokens(path, in)));
    } catch (IOException | MalformedTextException _) {
      // Whoever reads the file for real says what is wrong with it.
      return new InputFile(path, path.endsWith(".conf") ? Kind.BATCH_CONFIGURATION : Kind.SNAPSHOT);
    }
  }

  private static Kind kind(Tokens tokens) {
    Token token = tokens.next();
    while (token == Token.NULL) {
      token = tokens.next();
    }
    if (token != Token.START_OBJECT) {
      return Kind.SNAPSHOT;
    }
    while (tokens.next() == Token.FIELD) {
      String field = tokens.text();
      Token value = tokens.next();
      Kind kind =
          switch (field) {
            case "actions", "tiers", "configurations" -> Kind.BATCH_CONFIGURATION;
            case "profiles", "extenders" -> Kind.KUBE_CONFIGURATION;
            case "apiVersion", "kind" -> kindOf(tokens.text());
            case "data" -> value == Token.START_OBJECT ? embedded(tokens) : Kind.SNAPSHOT;
            default -> Kind.SNAPSHOT;
          };
      if (kind != Kind.SNAPSHOT) {
        return kind;
      }
      if (field.equals("items") || field.equals("spec")) {
        return Kind.SNAPSHOT;
      }
      tokens.skipChildren();
    }
    return Kind.SNAPSHOT;
  }

  private static Kind kindOf(String text) {
    return text.equals("KubeSchedulerConfiguration")
            || text.startsWith("kubescheduler.config.k8s.io/")
        ? Kind.KUBE_CONFIGURATION
        : Kind.SNAPSHOT;
  }

  /** What the data of a ConfigMap holds; ends behind it where it is nothing of ours. */
  private static Kind embedded(Tokens tokens) {
    while (tokens.next() == Token.FIELD) {
      if (tokens.next() != Token.TEXT) {
        tokens.skipChildren();
      } else if (tokens.text().contains("KubeSchedulerConfiguration")) {
        return Kind.KUBE_CONFIGURATION;
      } else if (tokens.text().contains("actions:") || tokens.text().contains("tiers:")) {
        return Kind.BATCH_CONFIGURATION;
      }
    }
    return Kind.SNAPSHOT;
  }
}
