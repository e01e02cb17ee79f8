package io.merapi.config.objects;

import io.merapi.api.cluster.ObjectKind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Set;

/**
 * One object of every kind but pods and nodes, and those of simulations, as an API server would
 * return it, with every field that is read set to something that says something. Fields that are
 * passed over have names that start with {@code ignored}.
 */
final class KindSamples {

  static final Set<ObjectKind> KINDS =
      EnumSet.complementOf(
          EnumSet.of(
              ObjectKind.POD,
              ObjectKind.NODE,
              ObjectKind.NODE_POOL,
              ObjectKind.WORKLOAD_GENERATOR,
              ObjectKind.CLUSTER_BEHAVIOR));

  private KindSamples() {}

  static String json(ObjectKind kind) {
    String name = (kind == ObjectKind.VOLCANO_JOB ? "VolcanoJob" : kind.kindName()) + ".json";
    try (InputStream in = KindSamples.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("no sample " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
