package io.merapi.config.objects;

import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.storage.CsiNode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code storage.k8s.io/v1 CSINode}. */
final class CsiNodeFormat {

  private CsiNodeFormat() {}

  /** Reads the fields of the object; the cursor stands inside it, before its first field. */
  static CsiNode read(ObjectCursor in) {
    ObjectMeta meta = MetaFormat.ABSENT;
    List<CsiNode.Driver> drivers = List.of();
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "metadata" -> meta = MetaFormat.read(in);
        case "spec" -> drivers = drivers(in);
        default -> in.skip();
      }
    }
    return new CsiNode(meta, drivers);
  }

  static Map<String, Object> write(CsiNode node) {
    return new FieldMap()
        .map("metadata", MetaFormat.write(node.meta()))
        .map("spec", new FieldMap().list("drivers", node.drivers(), CsiNodeFormat::write).fields())
        .fields();
  }

  private static List<CsiNode.Driver> drivers(ObjectCursor in) {
    List<CsiNode.Driver> drivers = List.of();
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "drivers" -> drivers = in.list(CsiNodeFormat::driver);
          default -> in.skip();
        }
      }
    }
    return drivers;
  }

  private static CsiNode.Driver driver(ObjectCursor in) {
    String name = "";
    String nodeId = "";
    List<String> topologyKeys = List.of();
    Integer allocatableCount = null;
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "name" -> name = in.text();
          case "nodeID" -> nodeId = in.text();
          case "topologyKeys" -> topologyKeys = in.texts();
          case "allocatable" -> allocatableCount = count(in);
          default -> in.skip();
        }
      }
    }
    return new CsiNode.Driver(name, nodeId, topologyKeys, allocatableCount);
  }

  private static Map<String, Object> write(CsiNode.Driver driver) {
    return new FieldMap()
        .map("allocatable", new FieldMap().present("count", driver.allocatableCount()).fields())
        .text("name", driver.name())
        .text("nodeID", driver.nodeId())
        .texts("topologyKeys", driver.topologyKeys())
        .fields();
  }

  private static @Nullable Integer count(ObjectCursor in) {
    Integer count = null;
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "count" -> count = in.int32OrNull();
          default -> in.skip();
        }
      }
    }
    return count;
  }
}
