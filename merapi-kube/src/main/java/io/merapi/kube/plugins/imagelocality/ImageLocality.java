package io.merapi.kube.plugins.imagelocality;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.Normalization;
import io.merapi.api.framework.PluginContext;
import io.merapi.api.framework.ScoreException;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;

/**
 * Prefers nodes that already hold the images of the pod's containers and image volumes.
 *
 * <p>An image counts with its size, scaled by the share of nodes that hold it: an image that few
 * nodes hold must not draw all pods that use it to those few.
 */
public final class ImageLocality implements ScorePlugin {

  public static final String NAME = "ImageLocality";

  private final CycleKey<PodImages> podImages;

  public ImageLocality(PluginContext context) {
    this.podImages = context.cycleKey("PreScore" + NAME, PodImages.class);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void prepareScore(CycleState state, PodInfo pod, ClusterView cluster) {
    state.put(podImages, PodImages.of(pod.podClass(), cluster));
  }

  @Override
  public long score(CycleState state, PodInfo pod, NodeInfo node) {
    PodImages images = state.get(podImages);
    if (images == null) {
      throw new ScoreException(podImages.missing());
    }
    return images.score(node);
  }

  @Override
  public Normalization normalization() {
    return Normalization.NONE;
  }

  @Override
  public Dependence scoreDependence(PodInfo pod, ClusterView cluster) {
    return Dependence.NODES;
  }
}
