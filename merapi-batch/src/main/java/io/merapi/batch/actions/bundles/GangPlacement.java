package io.merapi.batch.actions.bundles;

import io.merapi.api.resource.Resources;
import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.HyperNodeGradient.SearchPurpose;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.SubJobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.network.JobTopologies;
import io.merapi.batch.placement.Placement;
import io.merapi.batch.placement.TaskPlacement;
import io.merapi.batch.session.OrderedHeap;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tries how a job would lie in a domain once victims are gone.
 *
 * <p>Victims are evicted and tasks pipelined in the session itself, so that plugins see every step,
 * and all of it is taken back before the answer is given. Sub-jobs are placed one after the other
 * until the job can start; a sub-job is placed whole, with the tasks beyond its minimum, or not at
 * all. Upstream's {@code BuildNominationPlanInDomain}.
 */
final class GangPlacement {

  private final SchedulingSession session;
  private final TaskPlacement placement;
  private final String reason;

  /**
   * @param reason the word for events, of evictions
   * @param remembers whether a node that refused one task of a role is asked about its others
   */
  GangPlacement(SchedulingSession session, String reason, boolean remembers) {
    this.session = session;
    this.placement = TaskPlacement.of(session, new AfterEvictions(session), remembers);
    this.reason = reason;
  }

  /**
   * What it takes to place a job.
   *
   * @param moves evictions and pipelined tasks, to be made again
   * @param hyperNodes the domain that each sub-job with new tasks lies in
   * @param nodes the names of the nodes that tasks are placed on
   * @param placed what these tasks ask for
   */
  record Plan(
      Statement.Saved moves,
      Map<SubJobState, String> hyperNodes,
      Set<String> nodes,
      Resources placed) {}

  /**
   * A plan for a job, or for the first of its sub-jobs with tasks to place where it runs already.
   *
   * @return null where there is none
   */
  @Nullable Plan plan(QueueInfo queue, JobState job, HyperNodeInfo domain, List<Task> victims) {
    var steps = new ArrayList<Statement>();
    try {
      return plan(new Trial(queue, job, domain, !victims.isEmpty()), victims, steps);
    } finally {
      steps.reversed().forEach(Statement::discard);
    }
  }

  private @Nullable Plan plan(Trial trial, List<Task> victims, List<Statement> steps) {
    JobState job = trial.job;
    boolean wasReady = session.votes().ready(job);
    var worksheet = new GangWorksheet(session, job);
    evict(victims, steps);
    var hyperNodes = new LinkedHashMap<SubJobState, String>();
    OrderedHeap<SubJobState> parts = worksheet.subJobs();
    boolean pipelined = false;
    while (!parts.isEmpty() && !pipelined && !(wasReady && !hyperNodes.isEmpty())) {
      SubJobState part = parts.pop();
      HyperNodeInfo found = place(trial, part, worksheet, steps);
      if (found == null) {
        return null;
      }
      hyperNodes.put(part, found.name());
      pipelined = session.votes().pipelined(job);
    }
    return pipelined ? plan(steps, hyperNodes) : null;
  }

  private Plan plan(List<Statement> steps, Map<SubJobState, String> hyperNodes) {
    List<TaskState> tasks = steps.stream().flatMap(step -> step.pipelined().stream()).toList();
    return new Plan(
        Statement.save(steps),
        hyperNodes,
        tasks.stream().map(TaskState::nodeName).collect(Collectors.toSet()),
        Bundle.requested(tasks, session.resources()));
  }

  private void evict(List<Task> victims, List<Statement> steps) {
    if (victims.isEmpty()) {
      return;
    }
    Statement evictions = session.statement();
    steps.add(evictions);
    victims.forEach(victim -> evictions.evict(victim, reason));
  }

  /** Places a sub-job in the first domain that takes it; null where none does. */
  private @Nullable HyperNodeInfo place(
      Trial trial, SubJobState part, GangWorksheet worksheet, List<Statement> steps) {
    List<List<HyperNodeInfo>> gradients =
        JobTopologies.binds(trial.job)
            ? session.domains().gradients(part, trial.domain, SearchPurpose.EVICT)
            : List.of(List.of(trial.domain));
    for (List<HyperNodeInfo> gradient : gradients) {
      for (HyperNodeInfo domain : gradient) {
        Statement step = session.statement();
        steps.add(step);
        if (pipelineAll(trial, worksheet.tasks(part), domain, step)
            && !step.isEmpty()
            && (session.votes().ready(part) || session.votes().pipelined(part))) {
          return domain;
        }
        step.discard();
        steps.removeLast();
      }
    }
    return null;
  }

  private boolean pipelineAll(
      Trial trial, OrderedHeap<Task> tasks, HyperNodeInfo domain, Statement step) {
    TaskPlacement.Search search = placement.within(domain);
    while (!tasks.isEmpty()) {
      TaskState task = (TaskState) tasks.pop();
      if (!session.votes().allocatable(trial.queue, task)
          || !(search.place(task) instanceof Placement.OnNode(var node))
          || !step.pipeline(task, node, trial.evicts).isSuccess()) {
        return false;
      }
    }
    return true;
  }

  /**
   * What is tried.
   *
   * @param evicts whether victims made room
   */
  private record Trial(QueueInfo queue, JobState job, HyperNodeInfo domain, boolean evicts) {}
}
