package io.merapi.cli;

import io.merapi.kube.configuration.KubeConfiguration;
import java.io.IOException;

/** What commands have in common that put one scheduler to work on manifests. */
abstract class SchedulerCommand extends InputCommand {

  @Override
  final int work() throws IOException {
    if (wantsBatch() && scheduler.hasConfiguration()) {
      return fail("--config is for kube-scheduler's work, so it cannot stand beside batch work");
    }
    return wantsBatch() || runsBatchByDefault() ? batch() : kube();
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
}
