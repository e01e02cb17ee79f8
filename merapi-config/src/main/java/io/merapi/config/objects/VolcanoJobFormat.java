package io.merapi.config.objects;

import io.merapi.api.batch.NetworkTopology;
import io.merapi.api.batch.VolcanoJob;
import io.merapi.api.batch.VolcanoJob.Partition;
import io.merapi.api.batch.VolcanoJob.Policy;
import io.merapi.api.batch.VolcanoJob.Task;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.workload.PodTemplate;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** {@code batch.volcano.sh/v1alpha1 Job}. */
final class VolcanoJobFormat {

  private VolcanoJobFormat() {}

  /** Reads the fields of a job; the cursor stands inside the object, before its first field. */
  static VolcanoJob read(ObjectCursor in) {
    ObjectMeta meta = MetaFormat.ABSENT;
    var spec = new Spec();
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "metadata" -> meta = MetaFormat.read(in);
        case "spec" -> spec.read(in);
        default -> in.skip();
      }
    }
    return new VolcanoJob(
        meta,
        spec.schedulerName,
        spec.minAvailable,
        spec.tasks,
        spec.policies,
        spec.queue,
        spec.priorityClassName,
        spec.maxRetry,
        spec.networkTopology);
  }

  static Map<String, Object> write(VolcanoJob job) {
    return new FieldMap()
        .map("metadata", MetaFormat.write(job.meta()))
        .map(
            "spec",
            new FieldMap()
                .number("maxRetry", job.maxRetry())
                .number("minAvailable", job.minAvailable())
                .present("networkTopology", SubGroupFormat.write(job.networkTopology()))
                .list("policies", job.policies(), VolcanoJobFormat::write)
                .text("priorityClassName", job.priorityClassName())
                .text("queue", job.queue())
                .text("schedulerName", job.schedulerName())
                .list("tasks", job.tasks(), VolcanoJobFormat::write)
                .fields())
        .fields();
  }

  private static final class Spec {
    private String schedulerName = "";
    private int minAvailable;
    private List<Task> tasks = List.of();
    private List<Policy> policies = List.of();
    private String queue = "";
    private String priorityClassName = "";
    private int maxRetry;
    private @Nullable NetworkTopology networkTopology;

    void read(ObjectCursor in) {
      if (!in.enterObject()) {
        return;
      }
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "schedulerName" -> schedulerName = in.sharedText();
          case "minAvailable" -> minAvailable = in.int32();
          case "tasks" -> tasks = in.list(VolcanoJobFormat::task);
          case "policies" -> policies = in.list(VolcanoJobFormat::policy);
          case "queue" -> queue = in.sharedText();
          case "priorityClassName" -> priorityClassName = in.sharedText();
          case "maxRetry" -> maxRetry = in.int32();
          case "networkTopology" -> networkTopology = SubGroupFormat.networkTopology(in);
          default -> in.skip();
        }
      }
    }
  }

  private static Task task(ObjectCursor in) {
    String name = "";
    int replicas = 0;
    Integer minAvailable = null;
    PodTemplate template = PodTemplateFormat.ABSENT;
    List<Policy> policies = List.of();
    String topologyPolicy = "";
    Partition partition = null;
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "name" -> name = in.sharedText();
          case "replicas" -> replicas = in.int32();
          case "minAvailable" -> minAvailable = in.int32OrNull();
          case "template" -> template = PodTemplateFormat.read(in);
          case "policies" -> policies = in.list(VolcanoJobFormat::policy);
          case "topologyPolicy" -> topologyPolicy = in.text();
          case "partitionPolicy" -> partition = partition(in);
          default -> in.skip();
        }
      }
    }
    return new Task(
        name,
        replicas,
        minAvailable,
        template.labels(),
        template.annotations(),
        template.spec(),
        policies,
        topologyPolicy,
        partition);
  }

  private static Map<String, Object> write(Task task) {
    return new FieldMap()
        .present("minAvailable", task.minAvailable())
        .text("name", task.name())
        .present("partitionPolicy", write(task.partition()))
        .list("policies", task.policies(), VolcanoJobFormat::write)
        .number("replicas", task.replicas())
        .map("template", PodTemplateFormat.write(task.labels(), task.annotations(), task.spec()))
        .text("topologyPolicy", task.topologyPolicy())
        .fields();
  }

  private static @Nullable Partition partition(ObjectCursor in) {
    if (!in.enterObject()) {
      return null;
    }
    int total = 0;
    int size = 0;
    int minimum = 0;
    NetworkTopology networkTopology = null;
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "totalPartitions" -> total = in.int32();
        case "partitionSize" -> size = in.int32();
        case "minPartitions" -> minimum = in.int32();
        case "networkTopology" -> networkTopology = SubGroupFormat.networkTopology(in);
        default -> in.skip();
      }
    }
    return new Partition(total, size, minimum, networkTopology);
  }

  private static @Nullable Map<String, Object> write(@Nullable Partition partition) {
    if (partition == null) {
      return null;
    }
    return new FieldMap()
        .number("minPartitions", partition.minimum())
        .present("networkTopology", SubGroupFormat.write(partition.networkTopology()))
        .number("partitionSize", partition.size())
        .number("totalPartitions", partition.total())
        .fields();
  }

  private static Policy policy(ObjectCursor in) {
    var events = new TreeSet<String>();
    String action = "";
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "event" -> events.add(in.text());
          case "events" -> events.addAll(in.texts());
          case "action" -> action = in.text();
          default -> in.skip();
        }
      }
    }
    events.remove("");
    return new Policy(events, action);
  }

  private static Map<String, Object> write(Policy policy) {
    return new FieldMap()
        .text("action", policy.action())
        .texts("events", policy.events().stream().sorted().toList())
        .fields();
  }
}
