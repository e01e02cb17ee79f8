package io.merapi.batch.plugins.extender;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.session.Job;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Session;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.workload.ResourceQuota;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What Volcano sends, each question under the names of its request type. */
final class Questions {

  private final Session session;
  private final ObjectFields objects;
  private final TaskFields tasks;
  private final NodeFields nodes;
  private final JobFields jobs;

  Questions(Session session, ExtenderTransport transport) {
    this.session = session;
    this.objects = new ObjectFields(transport);
    this.tasks = new TaskFields(objects);
    this.nodes = new NodeFields(objects, tasks, session.nodes());
    this.jobs = new JobFields(session, objects, tasks);
  }

  /** Takes note of where a task was allocated: its pod names the node from then on. */
  void allocated(Task task) {
    tasks.allocated(task);
  }

  Map<String, @Nullable Object> sessionOpen() {
    var allJobs = new LinkedHashMap<String, @Nullable Object>();
    session.jobs().forEach(job -> allJobs.put(job.key(), jobs.of(job)));
    var allNodes = new LinkedHashMap<String, @Nullable Object>();
    var revocable = new LinkedHashMap<String, @Nullable Object>();
    for (SessionNode node : session.nodes()) {
      Map<String, @Nullable Object> written = nodes.of(node);
      allNodes.put(node.name(), written);
      if (!node.revocableZone().isEmpty()) {
        revocable.put(node.name(), written);
      }
    }
    var queues = new LinkedHashMap<String, @Nullable Object>();
    session.queues().forEach(queue -> queues.put(queue.name(), objects.queue(queue)));
    var question = new LinkedHashMap<String, @Nullable Object>();
    question.put("Jobs", allJobs);
    question.put("Nodes", allNodes);
    question.put("Queues", queues);
    question.put("NamespaceInfo", namespaces());
    question.put("RevocableNodes", revocable);
    question.put("NodeList", null);
    return question;
  }

  /** Namespaces with quotas, and what these report. */
  private Map<String, Object> namespaces() {
    var quotas = new TreeMap<String, Map<String, Object>>();
    session
        .cluster()
        .objects(ObjectKind.RESOURCE_QUOTA)
        .forEach(object -> {
          if (object instanceof ResourceQuota quota) {
            quotas
                .computeIfAbsent(quota.namespace(), _ -> new TreeMap<>())
                .put(quota.name(), status(quota));
          }
        });
    var namespaces = new LinkedHashMap<String, Object>();
    quotas.forEach(
        (name, status) -> namespaces.put(name, Map.of("Name", name, "QuotaStatus", status)));
    return namespaces;
  }

  private static Map<String, Object> status(ResourceQuota quota) {
    var status = new LinkedHashMap<String, Object>();
    put(status, "hard", quota.enforced());
    put(status, "used", quota.used());
    return status;
  }

  private static void put(Map<String, Object> fields, String name, ResourceList list) {
    Map<String, String> amounts = TaskFields.amounts(list);
    if (!amounts.isEmpty()) {
      fields.put(name, amounts);
    }
  }

  Map<String, @Nullable Object> predicate(Task task, SessionNode node) {
    var question = event(task);
    question.put("node", nodes.of(node));
    return question;
  }

  Map<String, @Nullable Object> prioritize(Task task, List<? extends SessionNode> candidates) {
    var question = event(task);
    question.put("nodes", candidates.stream().map(nodes::of).toList());
    return question;
  }

  Map<String, @Nullable Object> evict(Task evictor, List<? extends Task> evictees) {
    var question = new LinkedHashMap<String, @Nullable Object>();
    question.put("evictor", tasks.of(evictor));
    question.put("evictees", evictees.stream().map(tasks::of).toList());
    return question;
  }

  Map<String, @Nullable Object> job(Job job) {
    return question("job", jobs.of(job));
  }

  Map<String, @Nullable Object> queue(QueueInfo queue) {
    return question("queue", objects.queue(queue));
  }

  Map<String, @Nullable Object> event(Task task) {
    return question("task", tasks.of(task));
  }

  private static Map<String, @Nullable Object> question(
      String name, Map<String, @Nullable Object> subject) {
    var question = new LinkedHashMap<String, @Nullable Object>();
    question.put(name, subject);
    return question;
  }
}
