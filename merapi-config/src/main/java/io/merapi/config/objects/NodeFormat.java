package io.merapi.config.objects;

import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.node.Node;
import io.merapi.api.resource.ResourceList;
import java.util.List;
import java.util.Map;

/** {@code v1 Node}. */
final class NodeFormat {

  private NodeFormat() {}

  /** Reads the fields of a node; the cursor stands inside the object, before its first field. */
  static Node read(ObjectCursor in) {
    ObjectMeta meta = MetaFormat.ABSENT;
    var spec = new Spec();
    var status = new Status();
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "metadata" -> meta = MetaFormat.read(in);
        case "spec" -> spec.read(in);
        case "status" -> status.read(in);
        default -> in.skip();
      }
    }
    return new Node(
        meta,
        spec.unschedulable,
        spec.providerId,
        spec.taints,
        status.allocatable,
        status.capacity,
        status.images,
        status.conditions,
        status.declaredFeatures);
  }

  static Map<String, Object> write(Node node) {
    return new FieldMap()
        .map("metadata", MetaFormat.write(node.meta()))
        .map(
            "spec",
            new FieldMap()
                .text("providerID", node.providerId())
                .list("taints", node.taints(), TaintFormat::write)
                .flag("unschedulable", node.unschedulable())
                .fields())
        .map(
            "status",
            new FieldMap()
                .resources("allocatable", node.allocatable())
                .resources("capacity", node.capacity())
                .list("conditions", node.conditions(), NodeFormat::write)
                .texts("declaredFeatures", node.declaredFeatures())
                .list("images", node.images(), NodeFormat::write)
                .fields())
        .fields();
  }

  private static final class Spec {
    private boolean unschedulable;
    private String providerId = "";
    private List<Node.Taint> taints = List.of();

    void read(ObjectCursor in) {
      if (!in.enterObject()) {
        return;
      }
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "unschedulable" -> unschedulable = in.flag();
          case "providerID" -> providerId = in.text();
          case "taints" -> taints = in.list(TaintFormat::readOfNode);
          default -> in.skip();
        }
      }
    }
  }

  private static final class Status {
    private ResourceList allocatable = ResourceList.EMPTY;
    private ResourceList capacity = ResourceList.EMPTY;
    private List<Node.Image> images = List.of();
    private List<Node.Condition> conditions = List.of();
    private List<String> declaredFeatures = List.of();

    void read(ObjectCursor in) {
      if (!in.enterObject()) {
        return;
      }
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "allocatable" -> allocatable = in.resources();
          case "capacity" -> capacity = in.resources();
          case "images" -> images = in.list(NodeFormat::image);
          case "conditions" -> conditions = in.list(NodeFormat::condition);
          case "declaredFeatures" -> declaredFeatures = in.texts();
          default -> in.skip();
        }
      }
    }
  }

  private static Node.Image image(ObjectCursor in) {
    List<String> names = List.of();
    long sizeBytes = 0;
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "names" -> names = in.list(ObjectCursor::sharedText);
          case "sizeBytes" -> sizeBytes = in.int64();
          default -> in.skip();
        }
      }
    }
    return in.shared(new Node.Image(names, sizeBytes));
  }

  private static Map<String, Object> write(Node.Image image) {
    return new FieldMap()
        .texts("names", image.names())
        .number("sizeBytes", image.sizeBytes())
        .fields();
  }

  private static Node.Condition condition(ObjectCursor in) {
    String type = "";
    String status = "";
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "type" -> type = in.sharedText();
          case "status" -> status = in.sharedText();
          default -> in.skip();
        }
      }
    }
    return in.shared(new Node.Condition(type, status));
  }

  private static Map<String, Object> write(Node.Condition condition) {
    return new FieldMap()
        .text("status", condition.status())
        .text("type", condition.type())
        .fields();
  }
}
