package io.merapi.cli;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.config.snapshot.InputFile;
import io.merapi.config.snapshot.LoadResult;
import io.merapi.config.snapshot.SnapshotLoader;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What commands have in common that read manifests and configurations of schedulers. */
abstract class InputCommand extends Subcommand {

  @Mixin KubeOptions scheduler = new KubeOptions();

  @ArgGroup(validate = false, heading = "%nBatch work, by the options of vc-scheduler:%n")
  BatchOptions batch = new BatchOptions();

  @Option(
      names = "--keep-going",
      description = "Do without malformed objects instead of giving up.")
  boolean keepGoing;

  /** Says something that stands beside the result. */
  final void note(String text) {
    err().println("merapi: " + text);
  }

  /**
   * Loads all manifests at some places; says what is wrong with them.
   *
   * @return whether they can be used
   */
  final boolean load(List<String> paths, Consumer<ClusterObject> objects) throws IOException {
    return load(paths, objects, _ -> true);
  }

  /**
   * The same with a condition of one's own.
   *
   * @param check whether what was read will do; says what is wrong otherwise
   */
  final boolean load(
      List<String> paths, Consumer<ClusterObject> objects, Predicate<LoadResult> check)
      throws IOException {
    List<String> snapshots =
        InputFile.find(paths).stream()
            .filter(file -> file.kind() == InputFile.Kind.SNAPSHOT)
            .map(InputFile::path)
            .toList();
    if (snapshots.isEmpty()) {
      fail("no manifests (.yaml or .json with Kubernetes objects) found at " + paths);
      return false;
    }
    try (var progress = Progress.reading(snapshots, err())) {
      LoadResult result = new SnapshotLoader(System.in, progress).load(snapshots, objects);
      return usable(result) && check.test(result);
    }
  }

  final boolean usable(LoadResult result) {
    tell(result.problems());
    boolean usable = result.usable(keepGoing);
    if (!usable && result.usable(true)) {
      fail("the input has malformed objects; --keep-going does without them");
    }
    return usable;
  }
}
