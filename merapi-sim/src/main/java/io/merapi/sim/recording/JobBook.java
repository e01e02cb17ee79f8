package io.merapi.sim.recording;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.VolcanoJob;
import io.merapi.api.pod.Pod;
import io.merapi.api.workload.Job;
import io.merapi.sim.report.ClusterSeries;
import io.merapi.sim.report.Curve;
import io.merapi.sim.report.WaitingGroup;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All jobs that ever came, and to which of them pods belong. */
abstract class JobBook {

  private final List<JobHistory> all = new ArrayList<>();
  private final Track pending = new Track(ClusterSeries.MOST_POINTS);
  private int notStarted;

  /** The job of a pod, which is made if it is new; null where the pod belongs to none. */
  abstract @Nullable JobHistory of(Pod pod, long now);

  /** The last pod of a job has ended or is gone; more may come in this moment. */
  abstract void idle(Pod pod, JobHistory job);

  /** Whether a job is wound up because enough of it has finished: what is left of it is ended. */
  abstract boolean isWoundUp(Pod pod);

  /** A group of pods has come or changed. */
  abstract void see(PodGroup group, long now);

  abstract void gone(PodGroup group);

  /** The scheduler has said something about a group. */
  abstract void told(PodGroup group, String message);

  /** A controller has come that keeps pods, and may have none for a while. */
  void see(Job owner) {}

  void gone(Job owner) {}

  /** A job has come whose group is made again when it restarts. */
  void see(VolcanoJob owner) {}

  void gone(VolcanoJob owner) {}

  /** Forgets how to find jobs that are over, at the end of a moment. */
  abstract void forgetOver();

  /** Groups that have never started. */
  abstract List<WaitingGroup> waiting(long now);

  final void add(JobHistory job) {
    all.add(job);
    notStarted++;
    if (job.queue != null) {
      job.queue.jobCame();
    }
  }

  /** A pod of a job has got a node, or its minimum is none. */
  final void start(JobHistory job, long now) {
    if (job.start(now)) {
      leaveWaiting(job);
    }
  }

  final void close(JobHistory job) {
    job.close();
    if (!job.hasStarted()) {
      leaveWaiting(job);
    }
  }

  private void leaveWaiting(JobHistory job) {
    notStarted--;
    if (job.queue != null) {
      job.queue.jobWaitsNoMore();
    }
  }

  final void settle(long now) {
    forgetOver();
    pending.set(now, notStarted);
  }

  final Curve pendingCurve(long end) {
    return pending.curve(end);
  }

  final List<JobHistory> all() {
    return all;
  }
}
