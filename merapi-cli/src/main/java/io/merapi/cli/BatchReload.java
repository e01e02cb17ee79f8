package io.merapi.cli;

import io.merapi.cluster.reload.FileFollower;
import io.merapi.cluster.reload.ReloadResult;
import io.merapi.cluster.run.BatchRun;
import java.io.IOException;

/**
 * Puts a changed {@code --scheduler-conf} in force. As in vc-scheduler, the default configuration
 * stands in for a file that is refused at the start, and never for one that is refused later.
 */
final class BatchReload implements FileFollower.Attempt {

  private final BatchOptions options;
  private final KubeOptions general;
  private final BatchRun run;

  BatchReload(BatchOptions options, KubeOptions general, BatchRun run) {
    this.options = options;
    this.general = general;
    this.run = run;
  }

  @Override
  public ReloadResult run() throws InterruptedException {
    try {
      BatchOptions.Chosen chosen = options.readWithoutDefault(general);
      return chosen.refusal().isEmpty()
          ? run.reconfigure(chosen.configuration(), chosen.plugins())
          : Refusals.of(chosen.problems(), chosen.refusal());
    } catch (IOException e) {
      return Refusals.of(e);
    }
  }
}
