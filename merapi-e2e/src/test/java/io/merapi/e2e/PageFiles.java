package io.merapi.e2e;

import static java.util.Objects.requireNonNull;

import io.merapi.api.cluster.ObjectKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The files in a page: its blocks of YAML, each of which names its file in its first line. */
final class PageFiles {

  private static final Pattern BLOCK =
      Pattern.compile("```yaml\n# (\\S+)\n(.*?)```", Pattern.DOTALL);
  private static final Pattern KIND =
      Pattern.compile("^apiVersion: (\\S+)\nkind: (\\S+)$", Pattern.MULTILINE);

  private final Map<String, String> files = new LinkedHashMap<>();

  PageFiles(Path page) throws IOException {
    Matcher block = BLOCK.matcher(Files.readString(page));
    while (block.find()) {
      files.put(block.group(1), block.group(2));
    }
  }

  /** One object of a file. */
  record Manifest(ObjectKind kind, String text) {}

  Set<String> names() {
    return files.keySet();
  }

  String text(String name) {
    return requireNonNull(files.get(name), name);
  }

  List<Manifest> objects(String name) {
    var objects = new ArrayList<Manifest>();
    for (String text : text(name).split("---\n", -1)) {
      Matcher kind = KIND.matcher(text);
      if (!kind.find()) {
        throw new IllegalStateException("no object: " + text);
      }
      objects.add(new Manifest(kind(kind.group(1), kind.group(2)), text));
    }
    return objects;
  }

  private static ObjectKind kind(String apiVersion, String name) {
    for (ObjectKind kind : ObjectKind.values()) {
      if (kind.apiVersion().equals(apiVersion) && kind.kindName().equals(name)) {
        return kind;
      }
    }
    throw new IllegalStateException("no kind: " + name);
  }
}
