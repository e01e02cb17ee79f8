package io.merapi.kube.preemption;

import io.merapi.api.framework.DryRun.Judgement;
import io.merapi.kube.extenders.SchedulerExtender.Victims;

/** What came of trying to make room on a node. */
sealed interface NodeTry {

  /**
   * The pod fits if these go: the node is a candidate.
   *
   * @param node its name
   */
  record Room(String node, Victims victims, Loss loss) implements NodeTry {

    Room(String node, Victims victims) {
      this(node, victims, Loss.of(victims));
    }
  }

  /** The pod does not fit, whoever goes that it may evict. */
  record NoRoom(Judgement why) implements NodeTry {}
}
