package io.merapi.config.plugins;

import io.merapi.api.plugin.PluginSpec;
import io.merapi.api.plugin.ProblemKind;
import io.merapi.batch.plugins.BatchPlugins;
import io.merapi.config.source.Location;
import io.merapi.config.source.Problem;
import io.merapi.config.source.Problem.Severity;
import io.merapi.kube.plugins.KubePlugins;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A directory of JARs with plugins, which may come, go and change at any time.
 *
 * <p>Files are told apart by what they hold, so that neither a copy nor a new date is a change. A
 * JAR that cannot be used is a {@link Problem} of the set and costs itself alone; where the file
 * held a good one before, that one stays.
 */
public final class PluginDirectory {

  private final Path directory;
  private Map<String, String> digests = Map.of();
  private Map<String, PluginJar> loaded = Map.of();
  private @Nullable PluginSet current;

  public PluginDirectory(Path directory) {
    this.directory = directory;
  }

  /**
   * The plugins as the directory has them now.
   *
   * @return the very set of the last time where nothing has changed since
   * @throws IOException if the directory cannot be read; the set of the last time is as good as it
   *     was
   */
  public PluginSet refresh() throws IOException {
    SortedMap<String, byte[]> files = read();
    var now = new HashMap<String, String>();
    files.forEach((file, content) -> now.put(file, digest(content)));
    if (current != null && now.equals(digests)) {
      return current;
    }
    var draft = new Draft();
    files.keySet().stream().filter(file -> !file.endsWith(".jar")).forEach(draft::leaveOut);
    // Whatever is in use comes first, so that no newcomer can take its name.
    files.entrySet().stream()
        .filter(file -> file.getKey().endsWith(".jar"))
        .sorted(Comparator.comparingInt(file -> rank(file.getKey(), now)))
        .forEach(
            file -> draft.add(file.getKey(), now.getOrDefault(file.getKey(), ""), file.getValue()));
    digests = now;
    loaded = draft.jars;
    PluginSet set = draft.set();
    current = set;
    return set;
  }

  private int rank(String file, Map<String, String> now) {
    PluginJar before = loaded.get(file);
    if (before == null) {
      return 2;
    }
    return before.digest().equals(now.get(file)) ? 0 : 1;
  }

  /** The content of all files that look like plugins; the libraries of Go are not read. */
  private SortedMap<String, byte[]> read() throws IOException {
    var files = new TreeMap<String, byte[]>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, "*.{jar,so}")) {
      for (Path entry : entries) {
        String file = entry.getFileName().toString();
        if (!Files.isRegularFile(entry) || file.startsWith(".")) {
          continue;
        }
        try {
          files.put(file, file.endsWith(".jar") ? Files.readAllBytes(entry) : new byte[0]);
        } catch (NoSuchFileException _) {
          // It went away in the meantime.
        }
      }
    } catch (NotDirectoryException e) {
      throw new IOException("(%s) is no directory".formatted(directory), e);
    }
    return files;
  }

  private static String digest(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has this", e);
    }
  }

  /** The set to come. */
  private final class Draft {

    final Map<String, PluginJar> jars = new TreeMap<>();
    private final Map<String, String> kubeNames = new HashMap<>();
    private final Map<String, String> batchNames = new HashMap<>();
    private final List<Problem> problems = new ArrayList<>();

    void leaveOut(String file) {
      problem(
          file,
          ProblemKind.NOT_SUPPORTED,
          "is a plugin in Go, which only vc-scheduler can load",
          "write it in Java: docs/plugins/writing-a-plugin.md");
    }

    void add(String file, String digest, byte[] content) {
      PluginJar before = loaded.get(file);
      try {
        PluginJar jar =
            before != null && before.digest().equals(digest)
                ? before
                : PluginJar.load(file, digest, content);
        refuseTakenNames(jar);
        accept(jar);
      } catch (BrokenJarException e) {
        String remedy = "";
        if (before != null && !before.digest().equals(digest) && takenName(before) == null) {
          accept(before);
          remedy = "the version that was loaded before stays in use";
        }
        problem(file, e.kind(), String.valueOf(e.getMessage()), remedy);
      }
    }

    private void refuseTakenNames(PluginJar jar) throws BrokenJarException {
      String taken = takenName(jar);
      if (taken != null) {
        throw new BrokenJarException(ProblemKind.DUPLICATE, taken);
      }
    }

    /** What stands against the names of a JAR; null where nothing does. */
    private @Nullable String takenName(PluginJar jar) {
      var kube = new HashMap<>(kubeNames);
      var batch = new HashMap<>(batchNames);
      for (PluginSpec<?> spec : jar.specs().toList()) {
        boolean single = jar.kube().contains(spec);
        boolean inTree =
            (single
                    ? KubePlugins.IN_TREE.named(spec.name())
                    : BatchPlugins.IN_TREE.named(spec.name()))
                .isPresent();
        String other = (single ? kube : batch).put(spec.name(), jar.file());
        if (inTree || other != null) {
          return "has a plugin named (%s), and so has %s"
              .formatted(spec.name(), inTree ? "the program itself" : other);
        }
      }
      return null;
    }

    private void accept(PluginJar jar) {
      jar.kube().forEach(spec -> kubeNames.put(spec.name(), jar.file()));
      jar.batch().forEach(spec -> batchNames.put(spec.name(), jar.file()));
      jars.put(jar.file(), jar);
    }

    private void problem(String file, ProblemKind kind, String message, String advice) {
      Location where = Location.of(directory.resolve(file).toString());
      problems.add(new Problem(Severity.FALLBACK, kind, where, "", message, advice));
    }

    PluginSet set() {
      var names = new TreeMap<String, List<String>>();
      var versions = new TreeMap<String, String>();
      jars.forEach((file, jar) -> {
        names.put(file, jar.specs().map(PluginSpec::name).toList());
        versions.put(file, jar.digest());
      });
      return new PluginSet(
          KubePlugins.with(jars.values().stream().flatMap(jar -> jar.kube().stream()).toList()),
          BatchPlugins.with(jars.values().stream().flatMap(jar -> jar.batch().stream()).toList()),
          names,
          versions,
          problems);
    }
  }
}
