package io.merapi.kube.plugins.podtopologyspread;

import io.merapi.api.framework.Reason;

/**
 * The node's domain would hold too many more pods than the emptiest one.
 *
 * @param matching the matching pods that the domain holds
 * @param self 1 if the pod itself matches, else 0
 * @param fewest the matching pods that the emptiest domain holds, or counts as holding
 */
record SkewTooLarge(
    String topologyKey, String domain, long matching, int self, long fewest, int maxSkew)
    implements Reason {

  static final String SUMMARY = "node(s) didn't match pod topology spread constraints";

  @Override
  public String code() {
    return "TopologySpreadConstraintsNotMatch";
  }

  @Override
  public String summary() {
    return SUMMARY;
  }

  @Override
  public String detail() {
    return "%s=%s would hold %d matching pods where the emptiest domain holds %d, maxSkew is %d"
        .formatted(topologyKey, domain, matching + self, fewest, maxSkew);
  }
}
