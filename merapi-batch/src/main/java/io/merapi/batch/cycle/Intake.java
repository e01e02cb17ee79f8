package io.merapi.batch.cycle;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.cycle.Assumptions;
import io.merapi.kube.state.ClusterContents;
import io.merapi.kube.state.ClusterState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes events into the state, where decisions of sessions stand against old news until the cluster
 * itself says what is, and tells what an event is to sessions.
 */
final class Intake {

  /** What an event is to sessions. */
  enum News {
    /** Nothing has changed. */
    NONE,
    /** What has changed is only what a session has found out. */
    FINDINGS,
    /** What has changed may be of use to work that waits. */
    HELP,
    /** There is something to be placed that was not there before, or is another now. */
    WORK
  }

  private final ClusterState state;
  private final Assumptions assumptions;
  private final Releases releases;
  private final Decisions decisions;
  private final List<String> schedulerNames;

  /**
   * @param schedulerNames whose pods are placed here
   */
  Intake(
      ClusterState state,
      Assumptions assumptions,
      Releases releases,
      Decisions decisions,
      List<String> schedulerNames) {
    this.state = state;
    this.assumptions = assumptions;
    this.releases = releases;
    this.decisions = decisions;
    this.schedulerNames = schedulerNames;
  }

  /** An object as it is in the state; null where there is none. */
  @Nullable ClusterObject known(ClusterObject object) {
    ClusterContents present = state.present();
    return switch (object.kind()) {
      case POD -> {
        PodInfo pod = present.pod(object.key());
        yield pod == null ? null : pod.pod();
      }
      case NODE -> {
        NodeInfo node = present.node(object.name());
        yield node == null ? null : node.node();
      }
      default -> present.objects(object.kind()).get(object.key());
    };
  }

  /**
   * Takes an event in.
   *
   * @param before what was known of the object
   */
  News take(ObjectEvent event, @Nullable ClusterObject before) {
    boolean decided = decided(event.object());
    boolean changed = event.object() instanceof Pod ? pod(event) : state.apply(event);
    if (!changed) {
      return News.NONE;
    }
    if (!RelevantChange.is(before, known(event.object()), decided)) {
      return News.FINDINGS;
    }
    return bringsWork(event) ? News.WORK : News.HELP;
  }

  /** Whether a session has decided what the cluster may now say of an object. */
  private boolean decided(ClusterObject object) {
    return switch (object) {
      case Pod pod -> assumptions.holds(pod);
      case PodGroup group -> decisions.wrote(group);
      default -> false;
    };
  }

  private boolean pod(ObjectEvent event) {
    Pod pod = (Pod) event.object();
    if (releases.absorbs(event)) {
      return false;
    }
    if (assumptions.holds(pod)) {
      boolean waits =
          event instanceof ObjectEvent.Applied
              && !pod.assigned()
              && pod.meta().deletionTimestamp() == null;
      if (waits) {
        assumptions.update(pod);
        return false;
      }
    }
    assumptions.settle(pod);
    return state.apply(event);
  }

  private boolean bringsWork(ObjectEvent event) {
    return event instanceof ObjectEvent.Applied
        && switch (event.object()) {
          case PodGroup _ -> true;
          case Pod pod -> !pod.assigned() && schedulerNames.contains(pod.spec().schedulerName());
          default -> false;
        };
  }
}
