package io.merapi.kube.framework;

/** What came of scoring the feasible nodes. */
public sealed interface ScoreOutcome {

  /** Every node has its scores. */
  record Scored(ScoreTable table) implements ScoreOutcome {}

  /** A plugin could not give a score or gave one out of range; the attempt fails. */
  record Failed(PluginVerdict result) implements ScoreOutcome {}
}
