package io.merapi.config.objects;

import io.merapi.api.batch.Queue;
import io.merapi.api.batch.QueueState;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.resource.ResourceList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code scheduling.volcano.sh/v1beta1 Queue}. */
final class QueueFormat {

  private QueueFormat() {}

  /** Reads the fields of a queue; the cursor stands inside the object, before its first field. */
  static Queue read(ObjectCursor in) {
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
    return new Queue(
        meta,
        spec.weight,
        spec.capability,
        spec.guarantee,
        spec.deserved,
        spec.reclaimable,
        spec.parent,
        spec.priority,
        spec.affinity,
        spec.type,
        spec.dequeueStrategy,
        status.state,
        status.allocated);
  }

  static Map<String, Object> write(Queue queue) {
    return new FieldMap()
        .map("metadata", MetaFormat.write(queue.meta()))
        .map(
            "spec",
            new FieldMap()
                .present("affinity", write(queue.affinity()))
                .resources("capability", queue.capability())
                .text("dequeueStrategy", queue.dequeueStrategy())
                .resources("deserved", queue.deserved())
                .map("guarantee", new FieldMap().resources("resource", queue.guarantee()).fields())
                .text("parent", queue.parent())
                .number("priority", queue.priority())
                .present("reclaimable", queue.reclaimable())
                .text("type", queue.type())
                .number("weight", queue.weight())
                .fields())
        .map(
            "status",
            new FieldMap()
                .resources("allocated", queue.allocated())
                .text("state", queue.state().text())
                .fields())
        .fields();
  }

  private static final class Spec {
    private int weight;
    private ResourceList capability = ResourceList.EMPTY;
    private ResourceList guarantee = ResourceList.EMPTY;
    private ResourceList deserved = ResourceList.EMPTY;
    private @Nullable Boolean reclaimable;
    private String parent = "";
    private int priority;
    private Queue.@Nullable Affinity affinity;
    private String type = "";
    private String dequeueStrategy = "";

    void read(ObjectCursor in) {
      if (!in.enterObject()) {
        return;
      }
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "weight" -> weight = in.int32();
          case "capability" -> capability = in.resources();
          case "guarantee" -> guarantee = guarantee(in);
          case "deserved" -> deserved = in.resources();
          case "reclaimable" -> reclaimable = in.flagOrNull();
          case "parent" -> parent = in.text();
          case "priority" -> priority = in.int32();
          case "affinity" -> affinity = affinity(in);
          case "type" -> type = in.text();
          case "dequeueStrategy" -> dequeueStrategy = in.text();
          default -> in.skip();
        }
      }
    }
  }

  private static final class Status {
    private QueueState state = QueueState.UNSET;
    private ResourceList allocated = ResourceList.EMPTY;

    void read(ObjectCursor in) {
      if (!in.enterObject()) {
        return;
      }
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "state" -> state = Choices.read(in, QueueState.values(), QueueState::text);
          case "allocated" -> allocated = in.resources();
          default -> in.skip();
        }
      }
    }
  }

  private static ResourceList guarantee(ObjectCursor in) {
    ResourceList guarantee = ResourceList.EMPTY;
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "resource" -> guarantee = in.resources();
          default -> in.skip();
        }
      }
    }
    return guarantee;
  }

  private static Queue.@Nullable Affinity affinity(ObjectCursor in) {
    if (!in.enterObject()) {
      return null;
    }
    Queue.NodeGroups affinity = Queue.NodeGroups.NONE;
    Queue.NodeGroups antiAffinity = Queue.NodeGroups.NONE;
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "nodeGroupAffinity" -> affinity = nodeGroups(in);
        case "nodeGroupAntiAffinity" -> antiAffinity = nodeGroups(in);
        default -> in.skip();
      }
    }
    return new Queue.Affinity(affinity, antiAffinity);
  }

  private static @Nullable Map<String, Object> write(Queue.@Nullable Affinity affinity) {
    if (affinity == null) {
      return null;
    }
    return new FieldMap()
        .map("nodeGroupAffinity", write(affinity.affinity()))
        .map("nodeGroupAntiAffinity", write(affinity.antiAffinity()))
        .fields();
  }

  private static Queue.NodeGroups nodeGroups(ObjectCursor in) {
    List<String> required = List.of();
    List<String> preferred = List.of();
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "requiredDuringSchedulingIgnoredDuringExecution" -> required = in.texts();
          case "preferredDuringSchedulingIgnoredDuringExecution" -> preferred = in.texts();
          default -> in.skip();
        }
      }
    }
    return new Queue.NodeGroups(required, preferred);
  }

  private static Map<String, Object> write(Queue.NodeGroups groups) {
    return new FieldMap()
        .texts("preferredDuringSchedulingIgnoredDuringExecution", groups.preferred())
        .texts("requiredDuringSchedulingIgnoredDuringExecution", groups.required())
        .fields();
  }
}
