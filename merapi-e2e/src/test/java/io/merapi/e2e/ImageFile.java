package io.merapi.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.config.objects.JsonTokens;
import io.merapi.config.objects.TokenTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An image in the form of {@code docker save}, unpacked.
 *
 * @param root where all its layers are, one over the other
 * @param layers the names of the files of each
 */
record ImageFile(Path root, List<List<String>> layers, Map<?, ?> settings) {

  /** Jib notes times of creation, which other programs do not know. */
  private static final String QUIET = "--warning=no-unknown-keyword";

  /** What came of a program. */
  record Ended(int code, String output) {}

  static ImageFile unpack(Path file, Path directory) throws IOException {
    Path parts = Files.createDirectories(directory.resolve("parts"));
    Path root = Files.createDirectories(directory.resolve("root"));
    succeed("tar", "-xf", file.toString(), "-C", parts.toString());
    Map<?, ?> manifest = (Map<?, ?>) ((List<?>) read(parts.resolve("manifest.json"))).getFirst();
    var layers = new ArrayList<List<String>>();
    for (Object layer : (List<?>) field(manifest, "Layers")) {
      String archive = parts.resolve(layer.toString()).toString();
      layers.add(succeed("tar", QUIET, "-tzf", archive).lines().toList());
      succeed("tar", QUIET, "-xzf", archive, "-C", root.toString());
    }
    Map<?, ?> description = (Map<?, ?>) read(parts.resolve(field(manifest, "Config").toString()));
    return new ImageFile(root, layers, (Map<?, ?>) field(description, "config"));
  }

  private static Object read(Path json) throws IOException {
    var tokens = new JsonTokens(json.toString(), Files.readString(json));
    tokens.next();
    return Objects.requireNonNull(TokenTree.read(tokens));
  }

  private static Object field(Map<?, ?> fields, String name) {
    return Objects.requireNonNull(fields.get(name), name);
  }

  /** One of the settings of its containers. */
  @Nullable Object config(String name) {
    return settings.get(name);
  }

  /** Runs it as a container engine would, with nothing to see but its own files. */
  Ended run(String... arguments) throws IOException {
    var command = new ArrayList<String>();
    ((List<?>) field(settings, "Entrypoint"))
        .stream().skip(1).forEach(word -> command.add(word.toString()));
    command.addAll(Arrays.asList(arguments));
    return java(command.toArray(String[]::new));
  }

  /** Runs its Java, which finds its libraries by way of /proc, as in every container. */
  Ended java(String... arguments) throws IOException {
    Path proc = Files.createDirectories(root.resolve("proc"));
    String inside =
        "mount --bind /proc %s && exec env -i /usr/sbin/chroot --userspec=%s %s /opt/java/bin/java"
            .formatted(proc, settings.get("User"), root);
    var command = new ArrayList<>(List.of("unshare", "-m", "sh", "-c", inside + " \"$@\"", "sh"));
    command.addAll(Arrays.asList(arguments));
    return end(command.toArray(String[]::new));
  }

  private static String succeed(String... command) throws IOException {
    Ended ended = end(command);
    assertThat(ended.code()).as(ended.output()).isZero();
    return ended.output();
  }

  private static Ended end(String... command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      return new Ended(process.waitFor(), output);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
