package io.merapi.config.objects;

import io.merapi.api.batch.NetworkTopology;
import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.batch.SubGroupPolicy;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.resource.ResourceList;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code scheduling.volcano.sh/v1beta1 PodGroup}. */
final class PodGroupFormat {

  private PodGroupFormat() {}

  /** Reads the fields of a group; the cursor stands inside the object, before its first field. */
  static PodGroup read(ObjectCursor in) {
    ObjectMeta meta = MetaFormat.ABSENT;
    var spec = new Spec();
    PodGroup.Status status = PodGroup.Status.UNREPORTED;
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "metadata" -> meta = MetaFormat.read(in);
        case "spec" -> spec.read(in);
        case "status" -> status = status(in);
        default -> in.skip();
      }
    }
    return new PodGroup(
        meta,
        spec.minMember,
        spec.minTaskMember,
        spec.queue,
        spec.priorityClassName,
        spec.minResources,
        spec.networkTopology,
        spec.subGroupPolicies,
        status);
  }

  static Map<String, Object> write(PodGroup group) {
    return new FieldMap()
        .map("metadata", MetaFormat.write(group.meta()))
        .map(
            "spec",
            new FieldMap()
                .number("minMember", group.minMember())
                .present("minResources", write(group.minResources()))
                .map("minTaskMember", group.minTaskMember())
                .present("networkTopology", SubGroupFormat.write(group.networkTopology()))
                .text("priorityClassName", group.priorityClassName())
                .text("queue", group.queue())
                .list("subGroupPolicy", group.subGroupPolicies(), SubGroupFormat::write)
                .fields())
        .map("status", write(group.status()))
        .fields();
  }

  private static final class Spec {
    private int minMember;
    private Map<String, Integer> minTaskMember = Map.of();
    private String queue = "";
    private String priorityClassName = "";
    private @Nullable ResourceList minResources;
    private @Nullable NetworkTopology networkTopology;
    private List<SubGroupPolicy> subGroupPolicies = List.of();

    void read(ObjectCursor in) {
      if (!in.enterObject()) {
        return;
      }
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "minMember" -> minMember = in.int32();
          case "minTaskMember" -> minTaskMember = in.entries(ObjectCursor::int32);
          case "queue" -> queue = in.text();
          case "priorityClassName" -> priorityClassName = in.text();
          case "minResources" -> minResources = in.isNull() ? null : in.resources();
          case "networkTopology" -> networkTopology = SubGroupFormat.networkTopology(in);
          case "subGroupPolicy" -> subGroupPolicies = in.list(SubGroupFormat::read);
          default -> in.skip();
        }
      }
    }
  }

  private static @Nullable Object write(@Nullable ResourceList minResources) {
    if (minResources == null) {
      return null;
    }
    var amounts = new FieldMap();
    minResources.amounts().forEach(amounts::quantity);
    return amounts.fields();
  }

  private static PodGroup.Status status(ObjectCursor in) {
    if (!in.enterObject()) {
      return PodGroup.Status.UNREPORTED;
    }
    PodGroupPhase phase = PodGroupPhase.UNSET;
    List<PodGroup.Condition> conditions = List.of();
    int running = 0;
    int succeeded = 0;
    int failed = 0;
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "phase" -> phase = Choices.read(in, PodGroupPhase.values(), PodGroupPhase::text);
        case "conditions" -> conditions = in.list(PodGroupFormat::condition);
        case "running" -> running = in.int32();
        case "succeeded" -> succeeded = in.int32();
        case "failed" -> failed = in.int32();
        default -> in.skip();
      }
    }
    return new PodGroup.Status(phase, conditions, running, succeeded, failed);
  }

  private static Map<String, Object> write(PodGroup.Status status) {
    return new FieldMap()
        .list("conditions", status.conditions(), PodGroupFormat::write)
        .number("failed", status.failed())
        .text("phase", status.phase().text())
        .number("running", status.running())
        .number("succeeded", status.succeeded())
        .fields();
  }

  private static PodGroup.Condition condition(ObjectCursor in) {
    String type = "";
    String status = "";
    String transitionId = "";
    Instant lastTransitionTime = null;
    String reason = "";
    String message = "";
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "type" -> type = in.text();
          case "status" -> status = in.text();
          case "transitionID" -> transitionId = in.text();
          case "lastTransitionTime" -> lastTransitionTime = in.time();
          case "reason" -> reason = in.text();
          case "message" -> message = in.text();
          default -> in.skip();
        }
      }
    }
    return new PodGroup.Condition(type, status, transitionId, lastTransitionTime, reason, message);
  }

  private static Map<String, Object> write(PodGroup.Condition condition) {
    return new FieldMap()
        .time("lastTransitionTime", condition.lastTransitionTime())
        .text("message", condition.message())
        .text("reason", condition.reason())
        .text("status", condition.status())
        .text("transitionID", condition.transitionId())
        .text("type", condition.type())
        .fields();
  }
}
