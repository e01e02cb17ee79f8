package io.merapi.kube.plugins.imagelocality;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.ClusterView.ImageState;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodClass;
import java.util.Arrays;
import java.util.List;

/** The images of a pod that some node holds, each with what it counts where it is held. */
final class PodImages {

  private static final String[] NO_NAMES = {};
  private static final long[] NO_WORTHS = {};

  /** Images that no node holds: where nothing is held, it does not matter for how many. */
  private static final PodImages NONE = new PodImages(1, NO_NAMES, NO_WORTHS);

  private final int containers;
  private final String[] names;
  private final long[] worths;

  private PodImages(int containers, String[] names, long[] worths) {
    this.containers = containers;
    this.names = names;
    this.worths = worths;
  }

  static PodImages of(PodClass podClass, ClusterView cluster) {
    List<String> wanted = podClass.imageNames();
    String[] names = NO_NAMES;
    long[] worths = NO_WORTHS;
    for (int i = 0; i < wanted.size(); i++) {
      String name = wanted.get(i);
      ImageState image = cluster.image(name);
      if (image != null) {
        names = Arrays.copyOf(names, names.length + 1);
        worths = Arrays.copyOf(worths, names.length);
        names[names.length - 1] = name;
        worths[names.length - 1] =
            WantedImages.worth(image.sizeBytes(), image.nodes(), cluster.nodes().size());
      }
    }
    return names.length == 0
        ? NONE
        : new PodImages(WantedImages.containers(podClass), names, worths);
  }

  long score(NodeInfo node) {
    long held = 0;
    for (int i = 0; i < names.length; i++) {
      if (node.imageSizeBytes(names[i]) >= 0) {
        held += worths[i];
      }
    }
    return WantedImages.score(held, containers);
  }
}
