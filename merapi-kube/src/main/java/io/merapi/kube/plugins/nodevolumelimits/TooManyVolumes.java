package io.merapi.kube.plugins.nodevolumelimits;

import io.merapi.api.framework.Reason;

/** The volumes of the pod are more than the node still takes of their driver. */
record TooManyVolumes(String driver, int wanted, int attached, int limit) implements Reason {

  @Override
  public String code() {
    return "TooManyVolumes";
  }

  @Override
  public String summary() {
    return "node(s) exceed max volume count";
  }

  @Override
  public String detail() {
    return "driver %s: wants %d, %d of %d attached".formatted(driver, wanted, attached, limit);
  }
}
