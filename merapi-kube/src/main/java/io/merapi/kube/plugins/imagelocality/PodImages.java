package io.merapi.kube.plugins.imagelocality;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.ClusterView.ImageState;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodSpec;
import java.util.Arrays;

/** The images of a pod that some node holds, each with what it counts where it is held. */
final class PodImages {

  private final WantedImages wanted;
  private final String[] names;
  private final long[] worths;

  private PodImages(WantedImages wanted, String[] names, long[] worths) {
    this.wanted = wanted;
    this.names = names;
    this.worths = worths;
  }

  static PodImages of(PodSpec spec, ClusterView cluster) {
    WantedImages wanted = WantedImages.of(spec);
    var names = new String[wanted.names().size()];
    var worths = new long[names.length];
    int held = 0;
    for (String name : wanted.names()) {
      ImageState image = cluster.image(name);
      if (image != null) {
        names[held] = name;
        worths[held++] =
            WantedImages.worth(image.sizeBytes(), image.nodes(), cluster.nodes().size());
      }
    }
    return new PodImages(wanted, Arrays.copyOf(names, held), worths);
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
