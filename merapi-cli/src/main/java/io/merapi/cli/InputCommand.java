package io.merapi.cli;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.config.snapshot.InputFile;
import io.merapi.config.snapshot.LoadResult;
import io.merapi.config.snapshot.SnapshotLoader;
import io.merapi.config.source.Problem;
import io.merapi.kube.framework.PluginSetupException;
import io.merapi.sim.workload.WorkloadException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What commands have in common that read manifests and configurations of schedulers. */
abstract class InputCommand extends Subcommand {

  /** Whose work is done. */
  enum Mode {
    KUBE,
    BATCH
  }

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description =
          "kube: the work of kube-scheduler; batch: that of vc-scheduler. Without it, batch where"
              + " --scheduler-conf is given.")
  private @Nullable Mode mode;

  @Mixin KubeOptions scheduler = new KubeOptions();

  @ArgGroup(validate = false, heading = "%nBatch work, by the options of vc-scheduler:%n")
  BatchOptions batch = new BatchOptions();

  @Option(
      names = "--keep-going",
      description = "Do without malformed objects instead of giving up.")
  boolean keepGoing;

  @Override
  public final Integer call() {
    try {
      List<Problem> brokenJars = scheduler.plugins().problems();
      tell(brokenJars);
      return scheduler.refuses(brokenJars) ? fail("--plugins-dir is refused") : work();
    } catch (NoSuchFileException e) {
      return fail("(%s) does not exist".formatted(e.getFile()));
    } catch (WorkloadException | PluginSetupException e) {
      return fail(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      return fail("cannot read: " + e.getMessage());
    }
  }

  /**
   * Does what the command is for.
   *
   * @return the exit code
   */
  abstract int work() throws IOException;

  /** Whether the work of vc-scheduler is meant. */
  final boolean wantsBatch() {
    return mode == Mode.BATCH || (mode == null && batch.hasConfiguration());
  }

  /** Whether nothing says whose work is meant. */
  final boolean namesNoScheduler() {
    return mode == null && !batch.hasConfiguration();
  }

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
