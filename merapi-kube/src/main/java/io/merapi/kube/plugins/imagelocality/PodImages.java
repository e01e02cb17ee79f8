package io.merapi.kube.plugins.imagelocality;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.ClusterView.ImageState;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodSpec;
import java.util.ArrayList;
import java.util.List;

/** The images of a pod that some node holds, each with what it counts where it is held. */
final class PodImages {

  private final WantedImages wanted;
  private final String[] names;
  private final long[] worths;

  private PodImages(WantedImages wanted, List<String> names, List<Long> worths) {
    this.wanted = wanted;
    this.names = names.toArray(String[]::new);
    this.worths = worths.stream().mapToLong(Long::longValue).toArray();
  }

  static PodImages of(PodSpec spec, ClusterView cluster) {
    WantedImages wanted = WantedImages.of(spec);
    var names = new ArrayList<String>();
    var worths = new ArrayList<Long>();
    for (String name : wanted.names()) {
      ImageState image = cluster.image(name);
      if (image != null) {
        names.add(name);
        worths.add(WantedImages.worth(image.sizeBytes(), image.nodes(), cluster.nodes().size()));
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
