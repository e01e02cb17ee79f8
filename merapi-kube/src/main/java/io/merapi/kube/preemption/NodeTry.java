package io.merapi.kube.preemption;

import io.merapi.api.framework.DryRun.Judgement;
import io.merapi.kube.extenders.SchedulerExtender.Victims;

/** What came of trying to make room on a node. */
sealed interface NodeTry {

  /** The pod fits if these go. */
  record Room(Victims victims) implements NodeTry {}

  /** The pod does not fit, whoever goes that it may evict. */
  record NoRoom(Judgement why) implements NodeTry {}
}
