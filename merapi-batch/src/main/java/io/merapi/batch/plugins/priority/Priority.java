package io.merapi.batch.plugins.priority;

import io.merapi.api.session.Job;
import io.merapi.api.session.SubJob;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.JobOrder;
import io.merapi.api.session.extension.JobStarving;
import io.merapi.api.session.extension.Preemptable;
import io.merapi.api.session.extension.SubJobOrder;
import io.merapi.api.session.extension.TaskOrder;
import io.merapi.api.session.extension.UnifiedEvictable;
import io.merapi.api.session.extension.VictimDependence;
import io.merapi.api.session.extension.VictimVote;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Puts what is more important first, and lets it displace what is less so. */
public final class Priority
    implements TaskOrder, JobOrder, SubJobOrder, JobStarving, Preemptable, UnifiedEvictable {

  public static final String NAME = "priority";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean readsClock() {
    return false;
  }

  @Override
  public int compareTasks(Task left, Task right) {
    return Integer.compare(right.priority(), left.priority());
  }

  @Override
  public boolean ordersByPods() {
    return true;
  }

  @Override
  public int compareJobs(Job left, Job right) {
    return Integer.compare(right.priority(), left.priority());
  }

  @Override
  public int compareSubJobs(SubJob left, SubJob right) {
    return Integer.compare(right.priority(), left.priority());
  }

  /** A job wants all its tasks placed, not only its minimum. */
  @Override
  public boolean jobStarving(Job job) {
    return job.readyTasks() + job.waitingTasks() < job.tasks().size();
  }

  /** Between jobs their priorities decide, within a job those of its tasks. */
  @Override
  public VictimVote preemptable(Task preemptor, List<? extends Task> preemptees) {
    Job job = preemptor.job();
    if (job == null) {
      return VictimVote.of(List.of());
    }
    return those(
        preemptees,
        preemptee -> {
          Job other = preemptee.job();
          return job.equals(other)
              ? preemptee.priority() < preemptor.priority()
              : other != null && other.priority() < job.priority();
        });
  }

  /** The priority of a task is one of its class, that of its job is not. */
  @Override
  public Object preemptorTraits(Task preemptor) {
    Job job = preemptor.job();
    return job == null ? NAME : job.priority();
  }

  @Override
  public VictimDependence preemptableDependence(Task preemptor, List<? extends Task> preemptees) {
    return VictimDependence.NODE;
  }

  /** Reclaiming between queues is a matter of shares: priority has nothing against it. */
  @Override
  public VictimVote unifiedEvictable(Eviction eviction, List<? extends Task> candidates) {
    if (eviction.kind() == Eviction.Kind.GANG_RECLAIM) {
      return VictimVote.of(candidates);
    }
    int priority = eviction.job().priority();
    return those(
        candidates,
        candidate -> {
          Job other = candidate.job();
          return other != null && other.priority() < priority;
        });
  }

  @Override
  public Optional<Object> evictionTraits(Eviction eviction) {
    return Optional.of(
        eviction.kind() == Eviction.Kind.GANG_RECLAIM ? NAME : eviction.job().priority());
  }

  private static VictimVote those(List<? extends Task> candidates, Predicate<Task> mayGo) {
    return VictimVote.of(candidates.stream().filter(mayGo).toList());
  }
}
