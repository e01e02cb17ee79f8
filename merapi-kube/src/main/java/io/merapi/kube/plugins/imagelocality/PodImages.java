package io.merapi.kube.plugins.imagelocality;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.ClusterView.ImageState;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Container;
import io.merapi.api.pod.PodSpec;
import io.merapi.api.pod.Volume;
import java.util.ArrayList;
import java.util.List;

/** The images of a pod that some node holds, each with what it counts where it is held. */
final class PodImages {

  private static final long MIB = 1024 * 1024;

  /** Less than this on a node is not worth going there. */
  private static final long LEAST = 23 * MIB;

  /** More than this per container makes no difference. */
  private static final long MOST_PER_CONTAINER = 1000 * MIB;

  private final String[] names;
  private final long[] worths;
  private final long most;

  private PodImages(List<String> names, List<Long> worths, int containers) {
    this.names = names.toArray(String[]::new);
    this.worths = worths.stream().mapToLong(Long::longValue).toArray();
    this.most = MOST_PER_CONTAINER * containers;
  }

  static PodImages of(PodSpec spec, ClusterView cluster) {
    var names = new ArrayList<String>();
    var worths = new ArrayList<Long>();
    for (String name : imageNames(spec)) {
      ImageState image = cluster.image(name);
      if (image != null) {
        double spread = (double) image.nodes() / cluster.nodes().size();
        names.add(name);
        worths.add((long) (image.sizeBytes() * spread));
      }
    }
    // Image volumes add to what a node has but not to what it could have, as upstream.
    return new PodImages(names, worths, spec.initContainers().size() + spec.containers().size());
  }

  /** As nodes name them; an image that is used twice is there twice. */
  private static List<String> imageNames(PodSpec spec) {
    var names = new ArrayList<String>();
    for (Container container : spec.initContainers()) {
      names.add(withTag(container.image()));
    }
    for (Container container : spec.containers()) {
      names.add(withTag(container.image()));
    }
    for (Volume volume : spec.volumes()) {
      if (volume.source() instanceof Volume.Image(var reference)) {
        names.add(withTag(reference));
      }
    }
    return names;
  }

  /** A colon before the last slash belongs to the port of a registry. */
  private static String withTag(String image) {
    return image.lastIndexOf(':') <= image.lastIndexOf('/') ? image + ":latest" : image;
  }

  long score(NodeInfo node) {
    long held = 0;
    for (int i = 0; i < names.length; i++) {
      if (node.imageSizeBytes(names[i]) >= 0) {
        held += worths[i];
      }
    }
    // Not a clamp: for a pod without containers the least is more than the most, and wins.
    long counted = held < LEAST ? LEAST : Math.min(held, most);
    return ScorePlugin.MAX_SCORE * (counted - LEAST) / (most - LEAST);
  }
}
