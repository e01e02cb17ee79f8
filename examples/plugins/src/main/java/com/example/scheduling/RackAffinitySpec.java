package com.example.scheduling;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.PluginContext;
import io.merapi.api.plugin.Arguments;
import io.merapi.api.plugin.KubePluginSpec;

/** How configurations name, configure and get {@link RackAffinity}. */
public final class RackAffinitySpec implements KubePluginSpec<RackAffinity.Args> {

  @Override
  public String name() {
    return RackAffinity.NAME;
  }

  @Override
  public Class<RackAffinity> type() {
    return RackAffinity.class;
  }

  @Override
  public RackAffinity.Args bind(Arguments in, FeatureGates gates) {
    return new RackAffinity.Args(
        in.text("label").where(label -> !label.isBlank(), "not be empty").or("example.com/rack"),
        in.flag("required").or(false));
  }

  @Override
  public RackAffinity make(RackAffinity.Args arguments, PluginContext context) {
    return new RackAffinity(arguments);
  }
}
