package io.merapi.batch.plugins.tdm;

import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.ScoreException;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.session.Job;
import io.merapi.api.session.Session;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.JobOrder;
import io.merapi.api.session.extension.JobPipelined;
import io.merapi.api.session.extension.JobStarving;
import io.merapi.api.session.extension.NodeOrder;
import io.merapi.api.session.extension.Predicate;
import io.merapi.api.session.extension.Preemptable;
import io.merapi.api.session.extension.VictimDependence;
import io.merapi.api.session.extension.VictimVote;
import io.merapi.api.session.extension.Victims;
import io.merapi.api.session.extension.Vote;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Time division multiplexing: lends the nodes of a zone to revocable tasks at certain hours.
 *
 * <p>Within the hours only tasks may go there that say they may be revoked; outside of them nobody
 * may, and those still there are evicted little by little. Everywhere else these tasks make room
 * for others.
 */
public final class Tdm
    implements Predicate, NodeOrder, Preemptable, Victims, JobOrder, JobPipelined, JobStarving {

  public static final String NAME = "tdm";

  private final TdmArgs args;
  private final Session session;
  private final EvictionTimer timer;
  private final boolean lendsNodes;

  /**
   * Opens a session.
   *
   * @param timer shared by all sessions
   */
  public Tdm(TdmArgs args, Session session, EvictionTimer timer) {
    this.args = args;
    this.session = session;
    this.timer = timer;
    this.lendsNodes = session.nodes().stream().anyMatch(node -> !node.revocableZone().isEmpty());
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Fit predicate(Task task, SessionNode node) {
    if (node.revocableZone().isEmpty()) {
      return Fit.fits();
    }
    String closed = whyClosed(node.revocableZone());
    if (!closed.isEmpty()) {
      return Fit.unresolvable(Reason.of("RevocableZoneClosed", closed));
    }
    return task.revocableZone().isEmpty()
        ? Fit.unresolvable(Reason.of("NotRevocable", "not allow to dispatch to revocable node"))
        : Fit.fits();
  }

  @Override
  public double scoreNode(Task task, SessionNode node) {
    if (node.revocableZone().isEmpty()) {
      return 0;
    }
    String closed = whyClosed(node.revocableZone());
    if (!closed.isEmpty()) {
      throw new ScoreException(closed);
    }
    return task.revocableZone().isEmpty() ? 0 : ScorePlugin.MAX_SCORE;
  }

  /** Whether a zone is open may change at any time, where there is one. */
  @Override
  public Dependence predicateDependence(Task task) {
    return lendsNodes ? Dependence.CLUSTER : Dependence.NODE;
  }

  @Override
  public Dependence nodeOrderDependence(Task task) {
    return predicateDependence(task);
  }

  @Override
  public boolean tellsJobsApart() {
    return false;
  }

  /** Why a zone takes nothing now, in upstream's words; empty where it does. */
  private String whyClosed(String name) {
    RevocableZone zone = args.zones().get(name);
    if (zone == null) {
      return "revocable zone %s not support".formatted(name);
    }
    if (!zone.flaw().isEmpty()) {
      return zone.flaw();
    }
    return zone.openAt(session.clock().instant())
        ? ""
        : "current time beyond revocable zone %s:%s".formatted(name, zone.text());
  }

  /** Tasks that may be evicted themselves evict nobody, and lent nodes are not fought over. */
  @Override
  public VictimVote preemptable(Task preemptor, List<? extends Task> preemptees) {
    if (preemptor.preemptable() || !preemptor.revocableZone().isEmpty()) {
      return VictimVote.of(List.of());
    }
    return VictimVote.of(
        withinBudgets(
            preemptees.stream()
                .filter(preemptee -> {
                  SessionNode node = session.node(preemptee.nodeName());
                  return node != null && node.revocableZone().isEmpty();
                })
                .toList()));
  }

  /** Whether the preemptor may be evicted or revoked is a matter of its class. */
  @Override
  public Object preemptorTraits(Task preemptor) {
    return NAME;
  }

  @Override
  public VictimDependence preemptableDependence(Task preemptor, List<? extends Task> preemptees) {
    return VictimDependence.JOBS;
  }

  /**
   * Tasks on nodes whose hours are over. Kept from upstream: to ask is to evict, whatever becomes
   * of the answer, so the next ones are named only after the evict period.
   */
  @Override
  public List<Task> victims(List<? extends Task> running) {
    var victims = new ArrayList<Task>();
    if (timer.start(session.clock().instant(), args.evictPeriod())) {
      for (String zone : args.zones().keySet()) {
        if (!whyClosed(zone).isEmpty()) {
          victims.addAll(withinBudgets(tasksIn(zone)));
        }
      }
    }
    return victims;
  }

  private List<Task> tasksIn(String zone) {
    var tasks = new ArrayList<Task>();
    for (SessionNode node : session.nodes()) {
      if (node.revocableZone().equals(zone)) {
        tasks.addAll(node.tasks());
      }
    }
    return tasks;
  }

  /** Running tasks that may be evicted, of each job no more than it can lose at once. */
  private List<Task> withinBudgets(List<? extends Task> candidates) {
    Map<String, List<Task>> byJob = new LinkedHashMap<>();
    for (Task task : candidates) {
      if (task.preemptable() && task.status() == TaskStatus.RUNNING) {
        byJob.computeIfAbsent(task.jobKey(), _ -> new ArrayList<>()).add(task);
      }
    }
    var within = new ArrayList<Task>();
    byJob.forEach((key, tasks) -> {
      Job job = session.job(key);
      if (job != null) {
        within.addAll(tasks.subList(0, Math.min(tasks.size(), EvictionBudget.of(job))));
      }
    });
    return within;
  }

  @Override
  public int compareJobs(Job left, Job right) {
    return Boolean.compare(left.preemptable(), right.preemptable());
  }

  @Override
  public Vote jobPipelined(Job job) {
    return job.pipelined() ? Vote.PERMIT : Vote.REJECT;
  }

  /** Jobs that may not be evicted want all their tasks placed; the others wait. */
  @Override
  public boolean jobStarving(Job job) {
    return !job.preemptable() && job.count(TaskStatus.PENDING) > 0;
  }
}
