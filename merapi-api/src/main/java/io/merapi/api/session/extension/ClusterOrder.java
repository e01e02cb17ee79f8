package io.merapi.api.session.extension;

/** Orders clusters where one scheduler serves several; the first difference decides. */
public interface ClusterOrder extends BatchPlugin {

  /**
   * Negative if the first goes before the second, positive if after, 0 if it does not matter.
   *
   * @param left the name of a cluster
   * @param right the name of another
   */
  int compareClusters(String left, String right);
}
