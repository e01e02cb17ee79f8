package io.merapi.config.objects;

import static io.merapi.api.simulation.ClusterBehavior.IDEAL;

import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.simulation.ClusterBehavior;
import io.merapi.api.simulation.Distribution;
import java.util.Map;

/** {@code merapi.io/v1alpha1 ClusterBehavior}. */
final class ClusterBehaviorFormat {

  private ClusterBehaviorFormat() {}

  /** Reads the fields of the object; the cursor stands inside it, before its first field. */
  static ClusterBehavior read(ObjectCursor in) {
    ObjectMeta meta = MetaFormat.ABSENT;
    var spec = new Spec();
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "metadata" -> meta = MetaFormat.read(in);
        case "spec" -> spec.read(in);
        default -> throw in.unknownField("metadata", "spec");
      }
    }
    return new ClusterBehavior(
        meta,
        spec.bindLatency,
        spec.bindFailures,
        spec.startLatency,
        spec.podFailures,
        spec.terminationTime,
        spec.decisionCost);
  }

  static Map<String, Object> write(ClusterBehavior behavior) {
    return new FieldMap()
        .map("metadata", MetaFormat.write(behavior.meta()))
        .map(
            "spec",
            new FieldMap()
                .present("bindFailures", DistributionFormat.number(behavior.bindFailures()))
                .present("bindLatency", DistributionFormat.write(behavior.bindLatency()))
                .present("decisionCost", DistributionFormat.write(behavior.decisionCost()))
                .present("podFailures", DistributionFormat.number(behavior.podFailures()))
                .present("startLatency", DistributionFormat.write(behavior.startLatency()))
                .present("terminationTime", DistributionFormat.write(behavior.terminationTime()))
                .fields())
        .fields();
  }

  private static final class Spec {
    private Distribution bindLatency = IDEAL.bindLatency();
    private double bindFailures = IDEAL.bindFailures();
    private Distribution startLatency = IDEAL.startLatency();
    private double podFailures = IDEAL.podFailures();
    private Distribution terminationTime = IDEAL.terminationTime();
    private Distribution decisionCost = IDEAL.decisionCost();

    void read(ObjectCursor in) {
      if (!in.enterObject()) {
        return;
      }
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "bindLatency" -> bindLatency = DistributionFormat.read(in);
          case "bindFailures" -> bindFailures = in.number();
          case "startLatency" -> startLatency = DistributionFormat.read(in);
          case "podFailures" -> podFailures = in.number();
          case "terminationTime" -> terminationTime = DistributionFormat.read(in);
          case "decisionCost" -> decisionCost = DistributionFormat.read(in);
          default ->
              throw in.unknownField(
                  "bindLatency",
                  "bindFailures",
                  "startLatency",
                  "podFailures",
                  "terminationTime",
                  "decisionCost");
        }
      }
    }
  }
}
