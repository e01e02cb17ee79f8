package io.merapi.config.objects;

import io.merapi.api.batch.NodeShard;
import io.merapi.api.meta.ObjectMeta;
import java.util.List;
import java.util.Map;

/** {@code shard.volcano.sh/v1alpha1 NodeShard}. */
final class NodeShardFormat {

  private static final String DESIRED = "nodesDesired";
  private static final String IN_USE = "nodesInUse";

  private NodeShardFormat() {}

  /** Reads the fields of a shard; the cursor stands inside the object, before its first field. */
  static NodeShard read(ObjectCursor in) {
    ObjectMeta meta = MetaFormat.ABSENT;
    List<String> desired = List.of();
    List<String> inUse = List.of();
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "metadata" -> meta = MetaFormat.read(in);
        case "spec" -> desired = names(in, DESIRED);
        case "status" -> inUse = names(in, IN_USE);
        default -> in.skip();
      }
    }
    return new NodeShard(meta, desired, inUse);
  }

  private static List<String> names(ObjectCursor in, String wanted) {
    List<String> names = List.of();
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        if (field.equals(wanted)) {
          names = in.texts();
        } else {
          in.skip();
        }
      }
    }
    return names;
  }

  static Map<String, Object> write(NodeShard shard) {
    return new FieldMap()
        .map("metadata", MetaFormat.write(shard.meta()))
        .map("spec", new FieldMap().texts(DESIRED, shard.nodesDesired()).fields())
        .map("status", new FieldMap().texts(IN_USE, shard.nodesInUse()).fields())
        .fields();
  }
}
