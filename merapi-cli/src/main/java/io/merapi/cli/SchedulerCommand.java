package io.merapi.cli;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.config.snapshot.InputFile;
import io.merapi.config.snapshot.LoadResult;
import io.merapi.config.snapshot.SnapshotLoader;
import io.merapi.kube.configuration.KubeConfiguration;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What commands have in common that put a scheduler to work on manifests. */
abstract class SchedulerCommand extends Subcommand {

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
      if (batch.wanted() && scheduler.hasConfiguration()) {
        return fail("--config is for kube-scheduler's work, so it cannot stand beside batch work");
      }
      return batch.wanted() || runsBatchByDefault() ? batch() : kube();
    } catch (NoSuchFileException e) {
      return fail("(%s) does not exist".formatted(e.getFile()));
    } catch (IOException e) {
      return fail("cannot read: " + e.getMessage());
    }
  }

  /** Whether the work of vc-scheduler is meant where no option says whose. */
  boolean runsBatchByDefault() {
    return false;
  }

  private int kube() throws IOException {
    KubeOptions.Chosen chosen = scheduler.read();
    tell(chosen.problems());
    KubeConfiguration configuration = chosen.configuration();
    return configuration == null ? fail(chosen.refusal()) : kube(configuration, chosen);
  }

  private int batch() throws IOException {
    BatchOptions.Chosen chosen = chooseBatch();
    tell(chosen.problems());
    if (!chosen.refusal().isEmpty()) {
      return fail(chosen.refusal());
    }
    chosen.notes().forEach(this::note);
    return batch(chosen);
  }

  /** What the options say of batch work. */
  BatchOptions.Chosen chooseBatch() throws IOException {
    return batch.read(scheduler);
  }

  /** Does the work of kube-scheduler. */
  abstract int kube(KubeConfiguration configuration, KubeOptions.Chosen chosen) throws IOException;

  /** Does the work of vc-scheduler. */
  abstract int batch(BatchOptions.Chosen chosen) throws IOException;

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
      return usable(new SnapshotLoader(System.in, progress).load(snapshots, objects));
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
