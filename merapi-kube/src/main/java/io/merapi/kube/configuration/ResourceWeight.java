package io.merapi.kube.configuration;

import io.merapi.api.plugin.Arguments;
import java.util.List;

/** A resource that scoring looks at, and how much it counts. */
public record ResourceWeight(String name, long weight) {

  public static final List<ResourceWeight> CPU_AND_MEMORY =
      List.of(new ResourceWeight("cpu", 1), new ResourceWeight("memory", 1));

  /** Reads one; a weight that is 0 or not given counts as 1. */
  public static ResourceWeight bind(Arguments in) {
    long weight = in.integer("weight").or(0L);
    return new ResourceWeight(in.text("name").or(""), weight == 0 ? 1 : weight);
  }
}
