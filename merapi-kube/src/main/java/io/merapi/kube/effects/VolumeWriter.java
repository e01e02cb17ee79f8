package io.merapi.kube.effects;

import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.PersistentVolumeClaim;
import java.util.concurrent.CompletionStage;

/** Writes what was decided about volumes. */
public interface VolumeWriter {

  /** Keeps a volume for its claim: writes the claim reference and the annotations that it has. */
  CompletionStage<Outcome> update(PersistentVolume volume);

  /**
   * Asks for a volume to be made: writes the annotations of the claim, the chosen node included.
   */
  CompletionStage<Outcome> update(PersistentVolumeClaim claim);
}
