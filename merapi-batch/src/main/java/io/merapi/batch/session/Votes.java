package io.merapi.batch.session;

import io.merapi.api.session.Job;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.SubJob;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Allocatable;
import io.merapi.api.session.extension.JobEnqueueable;
import io.merapi.api.session.extension.JobEnqueued;
import io.merapi.api.session.extension.JobPipelined;
import io.merapi.api.session.extension.JobReady;
import io.merapi.api.session.extension.JobStarving;
import io.merapi.api.session.extension.JobValid;
import io.merapi.api.session.extension.Overused;
import io.merapi.api.session.extension.Preemptive;
import io.merapi.api.session.extension.ReservedNodes;
import io.merapi.api.session.extension.SubJobPipelined;
import io.merapi.api.session.extension.SubJobReady;
import io.merapi.api.session.extension.TargetJob;
import io.merapi.api.session.extension.Validity;
import io.merapi.batch.tier.ExtensionPoint;
import io.merapi.batch.tier.TierLineup;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What jobs and queues may do: the yes or no of all plugins together. */
public final class Votes {

  private final TierLineup<JobValid> valid;
  private final TierLineup<JobEnqueueable> enqueueable;
  private final TierLineup<JobEnqueued> enqueued;
  private final TierLineup<JobReady> ready;
  private final TierLineup<SubJobReady> subJobReady;
  private final TierLineup<JobPipelined> pipelined;
  private final TierLineup<SubJobPipelined> subJobPipelined;
  private final TierLineup<JobStarving> starving;
  private final TierLineup<TargetJob> target;
  private final TierLineup<ReservedNodes> reservedNodes;
  private final TierLineup<Overused> overused;
  private final TierLineup<Allocatable> allocatable;
  private final TierLineup<Preemptive> preemptive;

  Votes(SessionPlugins plugins) {
    valid = plugins.lineup(ExtensionPoint.JOB_VALID, JobValid.class);
    enqueueable = plugins.lineup(ExtensionPoint.JOB_ENQUEUEABLE, JobEnqueueable.class);
    enqueued = plugins.lineup(ExtensionPoint.JOB_ENQUEUED, JobEnqueued.class);
    ready = plugins.lineup(ExtensionPoint.JOB_READY, JobReady.class);
    subJobReady = plugins.lineup(ExtensionPoint.SUB_JOB_READY, SubJobReady.class);
    pipelined = plugins.lineup(ExtensionPoint.JOB_PIPELINED, JobPipelined.class);
    subJobPipelined = plugins.lineup(ExtensionPoint.SUB_JOB_PIPELINED, SubJobPipelined.class);
    starving = plugins.lineup(ExtensionPoint.JOB_STARVING, JobStarving.class);
    target = plugins.lineup(ExtensionPoint.TARGET_JOB, TargetJob.class);
    reservedNodes = plugins.lineup(ExtensionPoint.RESERVED_NODES, ReservedNodes.class);
    overused = plugins.lineup(ExtensionPoint.OVERUSED, Overused.class);
    allocatable = plugins.lineup(ExtensionPoint.ALLOCATABLE, Allocatable.class);
    preemptive = plugins.lineup(ExtensionPoint.PREEMPTIVE, Preemptive.class);
  }

  /** The first refusal, or valid. */
  public Validity valid(Job job) {
    Validity refusal =
        valid.first(plugin -> {
          Validity answer = plugin.validate(job);
          return answer.isValid() ? null : answer;
        });
    return Objects.requireNonNullElse(refusal, Validity.valid());
  }

  public boolean enqueueable(Job job) {
    return enqueueable.permitted(plugin -> plugin.jobEnqueueable(job));
  }

  /** Tells plugins that a job was admitted. */
  public void enqueued(Job job) {
    enqueued.forEach(plugin -> plugin.jobEnqueued(job));
  }

  public boolean ready(Job job) {
    return ready.all(JobReady::jobReady, job);
  }

  /** A sub-job of a job without policies is ready when the job is. */
  public boolean ready(SubJob subJob) {
    return subJob.job().hasSubGroupPolicy()
        ? subJobReady.all(SubJobReady::subJobReady, subJob)
        : ready(subJob.job());
  }

  public boolean pipelined(Job job) {
    return pipelined.permitted(plugin -> plugin.jobPipelined(job));
  }

  /** A sub-job of a job without policies is pipelined when the job is. */
  public boolean pipelined(SubJob subJob) {
    return subJob.job().hasSubGroupPolicy()
        ? subJobPipelined.permitted(plugin -> plugin.subJobPipelined(subJob))
        : pipelined(subJob.job());
  }

  public boolean starving(Job job) {
    return starving.allOfFirstTier(plugin -> plugin.jobStarving(job));
  }

  /** The job that nodes are reserved for; null for none. The first plugin decides. */
  public @Nullable Job target(List<? extends Job> jobs) {
    return target.leader(plugin -> plugin.targetJob(jobs));
  }

  public void reserveNodes() {
    reservedNodes.forEach(ReservedNodes::reserveNodes);
  }

  public boolean overused(QueueInfo queue) {
    return overused.any(plugin -> plugin.overused(queue));
  }

  public boolean allocatable(QueueInfo queue, Task candidate) {
    return allocatable.all(Allocatable::allocatable, queue, candidate);
  }

  public boolean preemptive(QueueInfo queue, List<? extends Task> candidates) {
    return preemptive.all(plugin -> plugin.preemptive(queue, candidates));
  }
}
