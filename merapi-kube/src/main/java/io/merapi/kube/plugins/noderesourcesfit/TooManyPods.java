package io.merapi.kube.plugins.noderesourcesfit;

import io.merapi.api.framework.Reason;

/**
 * A node takes no pod more.
 *
 * @param pods that the node has
 * @param most that the node takes
 */
record TooManyPods(long pods, long most) implements Reason {

  @Override
  public String code() {
    return "TooManyPods";
  }

  @Override
  public String summary() {
    return "Too many pods";
  }

  @Override
  public String detail() {
    return "has %d pods and takes %d".formatted(pods, most);
  }
}
