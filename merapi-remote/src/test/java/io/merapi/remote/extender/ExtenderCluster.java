package io.merapi.remote.extender;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.state.ClusterState;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** A cluster to ask extenders about. */
final class ExtenderCluster {

  private final ClusterState state = ClusterState.withDefaults();

  ExtenderCluster(ClusterObject... objects) {
    Arrays.stream(objects).forEach(object -> state.apply(new ObjectEvent.Applied(object)));
  }

  ClusterView view() {
    return new SnapshotView(state.snapshot());
  }

  List<NodeInfo> nodes() {
    return view().nodes();
  }

  PodInfo pod(Pod pod) {
    state.apply(new ObjectEvent.Applied(pod));
    return Objects.requireNonNull(state.snapshot().pod(pod.key()));
  }
}
