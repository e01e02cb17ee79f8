package io.merapi.kube.plugins.imagelocality;

import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.pod.PodClass;
import io.merapi.api.pod.PodSpec;
import java.util.List;

/**
 * The images that a pod needs on its node.
 *
 * @param names as nodes name them; an image that is used twice is there twice
 * @param containers how many there are: the more, the more images can be worth
 */
public record WantedImages(List<String> names, int containers) {

  private static final long MIB = 1024 * 1024;

  /** Less than this on a node is not worth going there. */
  private static final long LEAST = 23 * MIB;

  /** More than this per container makes no difference. */
  private static final long MOST_PER_CONTAINER = 1000 * MIB;

  public WantedImages {
    names = List.copyOf(names);
  }

  public static WantedImages of(PodClass podClass) {
    return new WantedImages(podClass.imageNames(), containers(podClass));
  }

  /** Image volumes add to what a node has but not to what it could have, as upstream. */
  static int containers(PodClass podClass) {
    PodSpec spec = podClass.spec();
    return spec.initContainers().size() + spec.containers().size();
  }

  /**
   * What an image is worth on a node that holds it.
   *
   * @param holders how many nodes hold it
   * @param nodes how many there are
   */
  public static long worth(long sizeBytes, int holders, int nodes) {
    double spread = (double) holders / nodes;
    return (long) (sizeBytes * spread);
  }

  /** The score of a node that holds images worth so much in sum. */
  public long score(long held) {
    return score(held, containers);
  }

  static long score(long held, int containers) {
    long most = MOST_PER_CONTAINER * containers;
    // Not a clamp: for a pod without containers the least is more than the most, and wins.
    long counted = held < LEAST ? LEAST : Math.min(held, most);
    return ScorePlugin.MAX_SCORE * (counted - LEAST) / (most - LEAST);
  }
}
