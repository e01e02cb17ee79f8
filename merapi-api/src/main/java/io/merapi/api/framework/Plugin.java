package io.merapi.api.framework;

/** A plugin of the kube layer; see the package for how it is made and used. */
public interface Plugin {

  /** The name in configuration, events and metrics. */
  String name();
}
