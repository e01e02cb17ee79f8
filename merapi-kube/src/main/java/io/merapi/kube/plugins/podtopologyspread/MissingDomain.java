package io.merapi.kube.plugins.podtopologyspread;

import io.merapi.api.framework.Reason;

/** The node has no label of a topology over which the pod must be spread. */
record MissingDomain(String topologyKey) implements Reason {

  @Override
  public String code() {
    return "TopologyLabelMissing";
  }

  @Override
  public String summary() {
    return SkewTooLarge.SUMMARY + " (missing required label)";
  }

  @Override
  public String detail() {
    return "no label %s".formatted(topologyKey);
  }
}
