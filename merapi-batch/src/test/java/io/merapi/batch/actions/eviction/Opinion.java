package io.merapi.batch.actions.eviction;

import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.Reason;
import io.merapi.api.session.Job;
import io.merapi.api.session.Session;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.NodeOrder;
import io.merapi.api.session.extension.PrePredicate;
import io.merapi.api.session.extension.Predicate;
import io.merapi.api.session.extension.Preemptable;
import io.merapi.api.session.extension.Reclaimable;
import io.merapi.api.session.extension.UnifiedEvictable;
import io.merapi.api.session.extension.VictimDependence;
import io.merapi.api.session.extension.VictimVote;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/** Votes on victims and judges nodes by all kinds of things, and says by which. */
final class Opinion
    implements PrePredicate, Predicate, NodeOrder, Preemptable, Reclaimable, UnifiedEvictable {

  /** Jobs come more often, because few moves concern those of a node. */
  private static final List<VictimDependence> DEPENDENCES =
      List.of(
          VictimDependence.NODE,
          VictimDependence.NODE,
          VictimDependence.JOBS,
          VictimDependence.JOBS,
          VictimDependence.JOBS,
          VictimDependence.JOBS,
          VictimDependence.QUEUES,
          VictimDependence.QUEUES,
          VictimDependence.QUEUES,
          VictimDependence.SESSION,
          VictimDependence.SESSION,
          VictimDependence.ANYTHING);

  private static final List<Sight> SIGHTS =
      List.of(Sight.CLASS, Sight.PRIORITY, Sight.PROGRESS, Sight.EVERYTHING);

  private final Session session;
  private final int salt;
  private final int picky;
  private final int grudge;
  private final VictimDependence dependence;
  private final Sight sight;
  private final Dependence judgement;
  private int hour;
  private int votes;

  /** What it sees of the task that room is made for. */
  private enum Sight {
    CLASS,
    PRIORITY,
    PROGRESS,
    EVERYTHING
  }

  Opinion(Random random, Session session) {
    this.session = session;
    salt = random.nextInt();
    picky = 1 + random.nextInt(4);
    grudge = random.nextInt(6);
    dependence = DEPENDENCES.get(random.nextInt(DEPENDENCES.size()));
    sight = SIGHTS.get(random.nextInt(SIGHTS.size()));
    judgement = random.nextInt(12) == 0 ? Dependence.CLUSTER : Dependence.NODE;
  }

  /** How often it was asked for victims. */
  int votes() {
    return votes;
  }

  @Override
  public String name() {
    return "opinion";
  }

  @Override
  public boolean tellsJobsApart() {
    return false;
  }

  /** Room is about to be made for another task: time goes on. */
  @Override
  public Fit prePredicate(Task task) {
    hour++;
    return Fit.fits();
  }

  @Override
  public Fit predicate(Task task, SessionNode node) {
    int mood =
        Objects.hash(
            salt,
            node.name(),
            node.tasks().size(),
            task.request().cpuMillis(),
            judgement == Dependence.CLUSTER ? hour : 0);
    if (Math.floorMod(mood, 7) >= grudge) {
      return Fit.fits();
    }
    return Math.floorMod(mood, 2) == 0
        ? Fit.unresolvable(Reason.of("Never", "never"))
        : Fit.unschedulable(Reason.of("Later", "later"));
  }

  @Override
  public Dependence predicateDependence(Task task) {
    return judgement;
  }

  @Override
  public double scoreNode(Task task, SessionNode node) {
    return Math.floorMod(Objects.hash(salt, node.name(), node.tasks().size()), 4) / 4.0;
  }

  @Override
  public Dependence nodeOrderDependence(Task task) {
    return Dependence.NODE;
  }

  @Override
  public VictimVote preemptable(Task preemptor, List<? extends Task> preemptees) {
    votes++;
    return VictimVote.of(
        preemptees.stream().filter(candidate -> mayGo(preemptor, candidate)).toList());
  }

  @Override
  public Object preemptorTraits(Task preemptor) {
    Job job = Objects.requireNonNull(preemptor.job());
    return switch (sight) {
      case CLASS -> "";
      case PRIORITY -> job.priority();
      case PROGRESS -> job.waitingTasks() + job.readyTasks();
      case EVERYTHING -> Preemptable.super.preemptorTraits(preemptor);
    };
  }

  @Override
  public VictimDependence preemptableDependence(Task preemptor, List<? extends Task> preemptees) {
    return dependence;
  }

  @Override
  public VictimVote reclaimable(Task reclaimer, List<? extends Task> reclaimees) {
    return preemptable(reclaimer, reclaimees);
  }

  @Override
  public Object reclaimerTraits(Task reclaimer) {
    return preemptorTraits(reclaimer);
  }

  @Override
  public VictimDependence reclaimableDependence(Task reclaimer, List<? extends Task> reclaimees) {
    return dependence;
  }

  @Override
  public VictimVote unifiedEvictable(Eviction eviction, List<? extends Task> candidates) {
    return VictimVote.of(
        candidates.stream()
            .filter(candidate -> Math.floorMod(Objects.hash(salt, candidate.name()), 5) >= picky)
            .toList());
  }

  private boolean mayGo(Task evictor, Task candidate) {
    int mood =
        Objects.hash(
            salt,
            evictor.request().cpuMillis(),
            sight == Sight.EVERYTHING ? evictor.name() : preemptorTraits(evictor),
            candidate.name(),
            candidate.status(),
            dependence.compareTo(VictimDependence.JOBS) >= 0
                ? progress(Objects.requireNonNull(candidate.job()))
                : 0,
            dependence.compareTo(VictimDependence.QUEUES) >= 0
                ? held(Objects.requireNonNull(candidate.job()).queue())
                : 0,
            dependence.compareTo(VictimDependence.SESSION) >= 0 ? held() : 0,
            dependence == VictimDependence.ANYTHING ? hour : 0);
    return Math.floorMod(mood, 5) >= picky;
  }

  private static int progress(Job job) {
    return 10 * job.count(TaskStatus.RUNNING) + job.count(TaskStatus.PIPELINED);
  }

  private int held(String queue) {
    return session.jobs().stream()
        .filter(job -> job.queue().equals(queue))
        .mapToInt(Opinion::progress)
        .sum();
  }

  private int held() {
    return session.jobs().stream().mapToInt(Opinion::progress).sum();
  }
}
