package io.merapi.cli;

import io.merapi.cluster.ClusterConnection;
import io.merapi.cluster.http.ApiServer;
import io.merapi.cluster.leadership.Leadership;
import io.merapi.cluster.run.ClusterRun;
import io.merapi.cluster.run.RunLog;
import io.merapi.kube.configuration.LeaderElection;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** The schedulers of this process, until a signal or the loss of leadership ends them all. */
final class RunningSchedulers {

  private final ApiServer server;
  private final RunLog log;
  private final String identity = ClusterConnection.hostName() + "_" + UUID.randomUUID();
  private final List<ClusterRun> runs = new ArrayList<>();
  private final List<Leadership> leaderships = new ArrayList<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile @Nullable String loss;

  RunningSchedulers(ApiServer server, RunLog log) {
    this.server = server;
    this.log = log;
  }

  /** Takes over a scheduler that has been started, and lets it act when it may. */
  void add(ClusterRun run, LeaderElection election) {
    runs.add(run);
    if (election.leaderElect()) {
      leaderships.add(Leadership.start(server, election, identity, new Fate(run), log));
    } else {
      run.lead();
    }
  }

  /**
   * Waits until leadership is lost; a signal ends the process itself.
   *
   * @return why it was lost
   */
  String awaitLoss() throws InterruptedException {
    ended.await();
    return String.valueOf(loss);
  }

  /** Stops deciding and sending first: only then may another replica act. */
  synchronized void stop() {
    runs.forEach(ClusterRun::close);
    leaderships.forEach(Leadership::close);
  }

  /** What the election has in store for one scheduler. */
  private final class Fate implements Leadership.Listener {

    private final ClusterRun run;

    Fate(ClusterRun run) {
      this.run = run;
    }

    @Override
    public void gained() {
      run.lead();
    }

    @Override
    public void lost(String why) {
      run.close();
      loss = why;
      ended.countDown();
    }
  }
}
