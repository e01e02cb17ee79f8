package io.merapi.kube.plugins.tainttoleration;

import io.merapi.api.framework.Reason;
import io.merapi.api.node.Node.Taint;

/** The node has a taint that the pod does not tolerate. */
record UntoleratedTaint(Taint taint) implements Reason {

  @Override
  public String code() {
    return "UntoleratedTaint";
  }

  @Override
  public String summary() {
    return "node(s) had untolerated taint(s)";
  }

  /** The first such taint as kubectl writes it. */
  @Override
  public String detail() {
    String value = taint.value().isEmpty() ? "" : "=" + taint.value();
    return "does not tolerate %s%s:%s".formatted(taint.key(), value, taint.effect());
  }
}
