package io.merapi.cluster.effects;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.config.objects.ObjectWriter;
import java.util.Map;

/** The body of a request to delete. */
final class DeleteOptions {

  private DeleteOptions() {}

  /** This very object, and not another that has come to its name since. */
  static String of(ClusterObject object) {
    return ObjectWriter.json(
        Map.of(
            "apiVersion",
            "v1",
            "kind",
            "DeleteOptions",
            "preconditions",
            Map.of("uid", object.meta().uid())));
  }
}
