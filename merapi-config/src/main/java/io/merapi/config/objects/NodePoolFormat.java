package io.merapi.config.objects;

import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.node.Node;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.simulation.Distribution;
import io.merapi.api.simulation.NodePool;
import io.merapi.api.simulation.NodePool.Failures;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** {@code merapi.io/v1alpha1 NodePool}. */
final class NodePoolFormat {

  private static final Node EMPTY =
      new Node(
          MetaFormat.ABSENT,
          false,
          "",
          List.of(),
          ResourceList.EMPTY,
          ResourceList.EMPTY,
          List.of(),
          List.of(),
          List.of());

  private NodePoolFormat() {}

  /** Reads the fields of a pool; the cursor stands inside the object, before its first field. */
  static NodePool read(ObjectCursor in) {
    ObjectMeta meta = MetaFormat.ABSENT;
    var spec = new Spec();
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "metadata" -> meta = MetaFormat.read(in);
        case "spec" -> spec.read(in);
        default -> throw in.unknownField("metadata", "spec");
      }
    }
    return new NodePool(meta, spec.count, spec.template, spec.spread, spec.failures);
  }

  static Map<String, Object> write(NodePool pool) {
    Failures failures = pool.failures();
    return new FieldMap()
        .map("metadata", MetaFormat.write(pool.meta()))
        .map(
            "spec",
            new FieldMap()
                .present("count", pool.count())
                .present(
                    "failures",
                    failures == null
                        ? null
                        : new FieldMap()
                            .present("between", DistributionFormat.write(failures.between()))
                            .present("repair", DistributionFormat.write(failures.repair()))
                            .fields())
                .map("spread", new TreeMap<>(pool.spread()))
                .map("template", NodeFormat.write(pool.template()))
                .fields())
        .fields();
  }

  private static final class Spec {
    private int count;
    private Node template = EMPTY;
    private Map<String, List<String>> spread = Map.of();
    private @Nullable Failures failures;

    void read(ObjectCursor in) {
      if (!in.enterObject()) {
        return;
      }
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "count" -> count = in.int32();
          case "template" -> template = in.enterObject() ? NodeFormat.read(in) : EMPTY;
          case "spread" -> spread = in.entries(ObjectCursor::texts);
          case "failures" -> failures = failures(in);
          default -> throw in.unknownField("count", "template", "spread", "failures");
        }
      }
    }
  }

  private static @Nullable Failures failures(ObjectCursor in) {
    if (!in.enterObject()) {
      return null;
    }
    Distribution between = null;
    Distribution repair = null;
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "between" -> between = DistributionFormat.read(in);
        case "repair" -> repair = DistributionFormat.read(in);
        default -> throw in.unknownField("between", "repair");
      }
    }
    if (between == null || repair == null) {
      throw in.malformed("must have both between and repair");
    }
    return new Failures(between, repair);
  }
}
