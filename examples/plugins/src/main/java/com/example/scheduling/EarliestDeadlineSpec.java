package com.example.scheduling;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.plugin.Arguments;
import io.merapi.api.plugin.BatchPluginSpec;
import io.merapi.api.session.Session;

/** How configurations name, configure and get {@link EarliestDeadline}. */
public final class EarliestDeadlineSpec implements BatchPluginSpec<EarliestDeadline.Args> {

  @Override
  public String name() {
    return EarliestDeadline.NAME;
  }

  @Override
  public Class<EarliestDeadline> type() {
    return EarliestDeadline.class;
  }

  @Override
  public EarliestDeadline.Args bind(Arguments in, FeatureGates gates) {
    return new EarliestDeadline.Args(in.text("annotation").or("example.com/deadline"));
  }

  @Override
  public EarliestDeadline make(EarliestDeadline.Args arguments, Session session) {
    return new EarliestDeadline(arguments);
  }
}
