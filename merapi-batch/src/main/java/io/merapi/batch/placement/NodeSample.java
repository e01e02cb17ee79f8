package io.merapi.batch.placement;

import io.merapi.batch.session.RoleRefusals;
import io.merapi.kube.placement.BestNodes;
import io.merapi.kube.placement.Unanswered;
import org.jspecify.annotations.Nullable;

/** The nodes that were found for one task before enough of them fitted; taken anew for the next. */
interface NodeSample {

  /**
   * Looks at nodes until one more than enough is found, as upstream does, and leaves that out.
   * Nodes that it does not get to are not asked.
   *
   * @param known of the class of the task
   * @param asked asks about it
   * @param refusals what nodes had against the role of the task, and have by now; null where that
   *     is not remembered
   * @param start the place of the node to begin with, among those of the domain
   * @throws Unanswered if a plugin fails; then what is known is of no more use
   */
  void take(KnownClass known, Asked asked, @Nullable RoleRefusals refusals, int start)
      throws Unanswered;

  /** How many nodes were looked at. */
  int looked();

  /** The best of the nodes with room now; {@link BestNodes#NONE} where there is none. */
  int best(ClassScores scores) throws Unanswered;

  /** The nodes that have room now, in the order in which they were looked at. */
  int[] now();

  /** The same for those with room later. */
  int[] later();
}
