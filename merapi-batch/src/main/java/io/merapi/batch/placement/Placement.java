package io.merapi.batch.placement;

import io.merapi.api.session.SessionNode;
import io.merapi.batch.job.FitErrors;

/** What became of the search for a node. */
public sealed interface Placement {

  /** A node was found; it has room now, or will have. */
  record OnNode(SessionNode node) implements Placement {}

  /** No node takes the task. */
  record Refused(FitErrors errors) implements Placement {}

  /** Nodes would take the task, but none could be given a score. */
  record Undecided() implements Placement {}
}
