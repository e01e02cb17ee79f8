package io.merapi.kube.plugins.imagelocality;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.ClusterView.ImageState;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodClass;
import java.util.Arrays;

/** The images of a pod that some node holds, each with what it counts where it is held. */
final class PodImages {

  private static final String[] NO_NAMES = {};
  private static final long[] NO_WORTHS = {};

  private final WantedImages wanted;
  private final String[] names;
  private final long[] worths;

  private PodImages(WantedImages wanted, String[] names, long[] worths) {
    this.wanted = wanted;
    this.names = names;
    this.worths = worths;
  }

  static PodImages of(PodClass podClass, ClusterView cluster) {
    WantedImages wanted = WantedImages.of(podClass);
    String[] names = NO_NAMES;
    long[] worths = NO_WORTHS;
    for (int i = 0; i < wanted.names().size(); i++) {
      String name = wanted.names().get(i);
      ImageState image = cluster.image(name);
      if (image != null) {
        names = Arrays.copyOf(names, names.length + 1);
        worths = Arrays.copyOf(worths, names.length);
        names[names.length - 1] = name;
        worths[names.length - 1] =
            WantedImages.worth(image.sizeBytes(), image.nodes(), cluster.nodes().size());
      }
    }
    return new PodImages(wanted, names, worths);
  }

  long score(NodeInfo node) {
    long held = 0;
    for (int i = 0; i < names.length; i++) {
      if (node.imageSizeBytes(names[i]) >= 0) {
        held += worths[i];
      }
    }
    return wanted.score(held);
  }
}
