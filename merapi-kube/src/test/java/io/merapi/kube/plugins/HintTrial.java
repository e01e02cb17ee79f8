package io.merapi.kube.plugins;

import static java.util.Objects.requireNonNull;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.framework.ClusterAction;
import io.merapi.api.framework.EnqueueExtensions;
import io.merapi.api.framework.ObjectChange;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.state.ClusterState;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodBuilder;
import org.jspecify.annotations.Nullable;

/** A pod that a plugin has rejected, and what the plugin says to changes. */
public final class HintTrial {

  private final EnqueueExtensions plugin;
  private final PodBuilder pod;
  private final ClusterState cluster = ClusterState.withDefaults();

  public HintTrial(EnqueueExtensions plugin, PodBuilder pod, ClusterObject... others) {
    this.plugin = plugin;
    this.pod = pod;
    for (ClusterObject other : others) {
      cluster.apply(new ObjectEvent.Applied(other));
    }
    cluster.apply(new ObjectEvent.Applied(pod.build()));
  }

  public boolean helpedByNew(PodBuilder added) {
    return helped(ClusterAction.ADD, null, added.build());
  }

  public boolean helpedByNew(NodeBuilder added) {
    return helped(ClusterAction.ADD, null, added.build());
  }

  public boolean helpedByLossOf(PodBuilder gone) {
    return helped(ClusterAction.DELETE, gone.build(), null);
  }

  public boolean helpedByLossOf(NodeBuilder gone) {
    return helped(ClusterAction.DELETE, gone.build(), null);
  }

  public boolean helpedBy(ClusterAction action, PodBuilder before, PodBuilder after) {
    return helped(action, before.build(), after.build());
  }

  public boolean helpedBy(ClusterAction action, NodeBuilder before, NodeBuilder after) {
    return helped(action, before.build(), after.build());
  }

  private boolean helped(
      ClusterAction action, @Nullable ClusterObject before, @Nullable ClusterObject after) {
    PodInfo rejected = requireNonNull(cluster.snapshot().pod(pod.build().key()));
    var change = new ObjectChange(before, after);
    var view = new SnapshotView(cluster.snapshot());
    return plugin.eventsToRegister().stream()
        .filter(one -> one.kind() == change.kind() && one.actions().contains(action))
        .anyMatch(one -> one.hint().mayHelp(rejected, change, view));
  }
}
