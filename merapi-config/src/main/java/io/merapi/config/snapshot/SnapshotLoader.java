package io.merapi.config.snapshot;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.config.objects.ObjectReader;
import io.merapi.config.objects.Tokens;
import io.merapi.config.objects.Tokens.Token;
import io.merapi.config.source.Location;
import io.merapi.config.source.MalformedTextException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * Reads the objects of a cluster from snapshot files.
 *
 * <p>A path is a file, a directory (its {@code .yaml}, {@code .yml} and {@code .json} files and
 * their {@code .gz}, at any depth, in the order of their paths, hidden ones left out) or {@code -}
 * for standard input. A text is decompressed if it is gzip, and read as JSON or YAML as its first
 * characters say; names and suffixes do not matter there. An object that belongs to a namespace and
 * names none is in {@code default}, as if it had been applied with kubectl.
 *
 * <p>Everything is read to its end, and every problem is collected. A malformed object is set aside
 * and the next one is read; a text that breaks its syntax is given up and the next text is read.
 * Whether what could be read is good enough is for the caller to ask of {@link LoadResult#usable}.
 *
 * <p>Texts are streamed: beside some objects that are read ahead, only the name and place of each
 * object are held, to find objects given twice.
 */
public final class SnapshotLoader {

  private static final String STANDARD_INPUT = "-";
  private static final String DEFAULT_NAMESPACE = "default";

  private final InputStream standardInput;
  private final LongConsumer bytesRead;

  /** A loader that reads {@code -} from the given stream. */
  public SnapshotLoader(InputStream standardInput) {
    this(standardInput, _ -> {});
  }

  /**
   * A loader that tells its progress.
   *
   * @param bytesRead called now and then with the bytes read so far, counted before decompression,
   *     over all paths of one load; on the thread that reads
   */
  public SnapshotLoader(InputStream standardInput, LongConsumer bytesRead) {
    this.standardInput = standardInput;
    this.bytesRead = bytesRead;
  }

  /**
   * Reads all paths and hands every object on, in the order of reading.
   *
   * @param consumer called on the caller's thread, while another reads on
   */
  public LoadResult load(List<String> paths, Consumer<ClusterObject> consumer) {
    return ReadAhead.run(
        ahead -> {
          var run = new Run(ahead);
          paths.forEach(run::load);
          return run.findings.result();
        },
        consumer);
  }

  /** The files of one call. */
  private final class Run {

    private final Findings findings;
    private final ObjectReader reader = new ObjectReader(DEFAULT_NAMESPACE);
    private final CountingInput.Total total = new CountingInput.Total(bytesRead);

    Run(Consumer<ClusterObject> consumer) {
      this.findings = new Findings(consumer);
    }

    void load(String path) {
      if (path.equals(STANDARD_INPUT)) {
        read(path, standardInput);
        return;
      }
      try {
        Path file = Path.of(path);
        if (Files.isDirectory(file)) {
          loadDirectory(file);
        } else {
          loadFile(file);
        }
      } catch (InvalidPathException e) {
        findings.unreadable(path, "is not a path: " + e.getReason());
      }
    }

    private void loadDirectory(Path directory) {
      List<Path> files;
      try (Stream<Path> tree = Files.walk(directory, FileVisitOption.FOLLOW_LINKS)) {
        files = tree.filter(file -> isSnapshot(directory, file)).sorted().toList();
      } catch (IOException | UncheckedIOException e) {
        findings.unreadable(directory.toString(), "cannot be listed: " + reason(e));
        return;
      }
      if (files.isEmpty()) {
        findings.unreadable(
            directory.toString(), "must hold at least one .yaml, .yml or .json file (or .gz)");
      }
      files.forEach(this::loadFile);
    }

    private void loadFile(Path file) {
      try (InputStream in = Files.newInputStream(file)) {
        read(file.toString(), in);
      } catch (IOException e) {
        findings.unreadable(file.toString(), "cannot be opened: " + reason(e));
      }
    }

    private void read(String name, InputStream in) {
      try {
        readAll(TextSource.tokens(name, new CountingInput(in, total)));
      } catch (MalformedTextException e) {
        findings.broken(e);
      } catch (IOException e) {
        findings.broken(new MalformedTextException(Location.of(name), reason(e)));
      }
    }

    private void readAll(Tokens tokens) {
      for (Token token = tokens.next(); token != Token.END; token = tokens.next()) {
        // An empty document, such as the one before a first "---", is no object and no mistake.
        if (token != Token.NULL) {
          reader.read(tokens, findings);
        }
      }
    }
  }

  private static boolean isSnapshot(Path directory, Path file) {
    for (Path part : directory.relativize(file)) {
      if (part.toString().startsWith(".")) {
        return false;
      }
    }
    String name = file.toString().toLowerCase(Locale.ROOT);
    if (name.endsWith(".gz")) {
      name = name.substring(0, name.length() - 3);
    }
    return (name.endsWith(".yaml") || name.endsWith(".yml") || name.endsWith(".json"))
        && Files.isRegularFile(file);
  }

  private static String reason(Exception e) {
    return switch (e) {
      case NoSuchFileException _ -> "it does not exist";
      case UncheckedIOException unchecked when unchecked.getCause() != null ->
          reason(unchecked.getCause());
      default -> e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    };
  }
}
