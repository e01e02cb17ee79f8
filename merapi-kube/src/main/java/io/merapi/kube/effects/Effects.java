package io.merapi.kube.effects;

/** All ports through which decisions leave one scheduler. */
public record Effects(
    Binder binder,
    VolumeWriter volumes,
    ClaimWriter claims,
    Evictor evictor,
    PodReporter reporter) {

  /** Ports of a scheduler that is only asked and never acts: every effect fails. */
  public static Effects refused() {
    var refusal = new Refusal();
    return new Effects(refusal, refusal, refusal, refusal, refusal);
  }
}
