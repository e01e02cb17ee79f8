package io.merapi.cluster.leadership;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.cluster.ScriptedServer;
import io.merapi.cluster.run.RunLog;
import io.merapi.kube.configuration.LeaderElection;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LeadershipTest {

  private static final String PATH = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases";

  private static final LeaderElection SETTINGS =
      new LeaderElection(
          true,
          Duration.ofSeconds(2),
          Duration.ofSeconds(1),
          Duration.ofMillis(100),
          "leases",
          "kube-scheduler",
          "kube-system");

  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
  private final List<AutoCloseable> open = new ArrayList<>();
  private final Store store = new Store();
  private ScriptedServer server;

  @BeforeEach
  void serve() throws IOException {
    server = ScriptedServer.plain(store);
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable one : open.reversed()) {
      one.close();
    }
    server.close();
  }

  @Test
  void theFirstOneMakesTheLeaseAndLeads() throws InterruptedException {
    start("a");

    assertThat(next()).isEqualTo("a leads");
    assertThat(store.body())
        .contains(
            "\"holderIdentity\":\"a\"", "\"leaseDurationSeconds\":2", "\"leaseTransitions\":0");
  }

  @Test
  void aReplicaWaitsAsLongAsTheLeaderRenews() throws InterruptedException {
    start("a");
    assertThat(next()).isEqualTo("a leads");
    start("b");

    assertThat(told.poll(3, TimeUnit.SECONDS)).isNull();
  }

  @Test
  void whoStandsBackIsFollowedAtOnce() throws Exception {
    Leadership first = start("a");
    assertThat(next()).isEqualTo("a leads");
    start("b");
    first.close();

    assertThat(next()).isEqualTo("b leads");
    assertThat(store.body()).contains("\"leaseTransitions\":1");
  }

  @Test
  void aLeaderThatCannotRenewEndsBeforeAnotherOneMayLead() throws InterruptedException {
    start("a");
    assertThat(next()).isEqualTo("a leads");
    store.refused = "a";
    start("b");

    assertThat(next()).isEqualTo("a has lost: the server is ill");
    assertThat(next()).isEqualTo("b leads");
  }

  @Test
  void aLeaderThatGetsNoAnswerEndsBeforeAnotherOneMayLead() throws InterruptedException {
    start("a");
    assertThat(next()).isEqualTo("a leads");
    store.silent = "a";
    start("b");

    assertThat(next()).isEqualTo("a has lost: no answer came in time");
    assertThat(next()).isEqualTo("b leads");
  }

  @Test
  void aLeaderThatFindsAnotherOneEnds() throws InterruptedException {
    start("a");
    assertThat(next()).isEqualTo("a leads");
    store.take("somebody");

    assertThat(next()).isEqualTo("a has lost: held by somebody");
  }

  private Leadership start(String identity) {
    var leadership =
        Leadership.start(
            server.asApiServer(), SETTINGS, identity, new Told(identity), new Silence());
    open.add(leadership);
    return leadership;
  }

  private @Nullable String next() throws InterruptedException {
    return told.poll(60, TimeUnit.SECONDS);
  }

  private final class Told implements Leadership.Listener {

    private final String identity;

    Told(String identity) {
      this.identity = identity;
    }

    @Override
    public void gained() {
      told.add(identity + " leads");
    }

    @Override
    public void lost(String why) {
      told.add(identity + " has lost: " + why);
    }
  }

  private static final class Silence implements RunLog {

    @Override
    public void info(String message) {
      // Of no interest here.
    }

    @Override
    public void warn(String message) {
      // Of no interest here.
    }
  }

  /** One lease, kept as an API server keeps it. */
  private static final class Store implements ScriptedServer.Script {

    private @Nullable String lease;
    private int version;
    private volatile String refused = "nobody";
    private volatile String silent = "nobody";

    @Override
    public void answer(ScriptedServer.Received request, ScriptedServer.Reply reply)
        throws IOException {
      if (request.body().contains("\"holderIdentity\":\"" + refused + "\"")) {
        reply.json(500, "{\"kind\":\"Status\",\"message\":\"the server is ill\"}");
        return;
      }
      if (request.body().contains("\"holderIdentity\":\"" + silent + "\"")) {
        return;
      }
      synchronized (this) {
        switch (request.method()) {
          case "GET" -> reply.json(lease == null ? 404 : 200, body());
          case "POST" -> reply.json(write(request.body()), body());
          default -> {
            String expected = "\"resourceVersion\":\"" + version + "\"";
            reply.json(request.body().contains(expected) ? write(request.body()) : 409, body());
          }
        }
      }
      assertThat(request.path()).startsWith(PATH);
    }

    private int write(String body) {
      version++;
      lease = body.replaceAll(",\"resourceVersion\":\"[0-9]*\"", "");
      return 200;
    }

    synchronized void take(String identity) {
      write(
          body()
              .replaceAll(
                  "\"holderIdentity\":\"[^\"]*\"", "\"holderIdentity\":\"" + identity + "\""));
    }

    synchronized String body() {
      return lease == null
          ? "{}"
          : lease.replace(
              "\"namespace\":\"kube-system\"",
              "\"namespace\":\"kube-system\",\"resourceVersion\":\"" + version + "\"");
    }
  }
}
