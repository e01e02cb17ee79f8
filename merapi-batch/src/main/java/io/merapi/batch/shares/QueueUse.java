package io.merapi.batch.shares;

import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import io.merapi.api.session.Job;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Session;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the jobs of a queue have and want in sum.
 *
 * @param allocated what their tasks on nodes take
 * @param request the same with what their pending tasks ask for
 * @param elastic what they have beyond their minimums
 * @param inqueue what admitted jobs keep for tasks to come
 */
public record QueueUse(
    Resources allocated, Resources request, Resources elastic, Resources inqueue) {

  /** The use of each queue with jobs, by name, in the order of {@link Session#queuesWithJobs}. */
  public static Map<String, QueueUse> byQueue(Session session) {
    Resources none = Resources.none(session.resources());
    Map<String, Resources> allocated = session.sumByQueue("allocated", Job::allocated);
    Map<String, Resources> request = session.sumByQueue("request", QueueUse::request);
    Map<String, Resources> elastic = session.sumByQueue("elastic", Job::elasticResources);
    Map<String, Resources> inqueue = new Reservations(session).inQueues();
    var uses = new LinkedHashMap<String, QueueUse>();
    for (QueueInfo queue : session.queuesWithJobs()) {
      String name = queue.name();
      uses.put(
          name,
          new QueueUse(
              allocated.getOrDefault(name, none),
              request.getOrDefault(name, none),
              elastic.getOrDefault(name, none),
              inqueue.getOrDefault(name, none)));
    }
    return uses;
  }

  /** What a job has, with what its pending tasks ask for. */
  public static Resources request(Job job) {
    ResourcesSum request = job.allocated().sum();
    for (Task task : job.tasks(TaskStatus.PENDING)) {
      request.add(task.request());
    }
    return request.toResources();
  }
}
