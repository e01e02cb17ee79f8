package io.merapi.e2e;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.cluster.ClusterConnection;
import io.merapi.cluster.watch.WatchedKind;
import io.merapi.e2e.FaultyProxy.Treatment;
import io.merapi.e2e.FullHouse.Mode;
import io.merapi.testkit.PodBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** An API server that is slow, fails or goes away slows scheduling down, and does no harm. */
class FailingServerIT {

  private static final int NODES = 24;

  @RegisterExtension static final RealCluster CLUSTER = new RealCluster();

  private final Stage stage = new Stage(CLUSTER);
  private final Bindings bindings = new Bindings();
  private FaultyProxy proxy;

  @BeforeAll
  static void define() throws IOException {
    CLUSTER.installDefinitions();
  }

  @BeforeEach
  void open() throws IOException {
    proxy = new FaultyProxy(CLUSTER);
    stage.reachBy(proxy.server());
  }

  @AfterEach
  void clear() throws IOException {
    stage.close();
    stage.remove(List.of(ObjectKind.POD_GROUP));
    proxy.close();
  }

  private void start(Mode mode) {
    switch (mode) {
      case KUBE -> stage.startMerapi();
      case BATCH -> stage.startBatch(BatchStage.GANGS);
    }
  }

  /** What happens while the pods of a {@link FullHouse} are being bound. */
  private interface Trouble {
    void make() throws IOException;
  }

  private void fillUnder(Mode mode, Trouble trouble) throws IOException {
    FullHouse work = FullHouse.create(CLUSTER, stage, mode, NODES);
    try (var connection = ClusterConnection.open(CLUSTER.server())) {
      connection.watch(List.of(WatchedKind.all(ObjectKind.POD)), bindings);
      start(mode);
      bindings.await(5, stage::warnings);
      trouble.make();
      bindings.await(work.pods(), stage::warnings);
    }
    work.judge(bindings);
  }

  @ParameterizedTest
  @EnumSource
  void aServerThatIsStartedAgainFindsTheSchedulerWhereItWas(Mode mode) throws IOException {
    // So long that many are on their way when it goes.
    proxy.treat(call -> call.isBinding() ? new Treatment.Delay() : Treatment.PASS);
    fillUnder(mode, () -> CLUSTER.plane().restartApiServer());
  }

  @ParameterizedTest
  @EnumSource
  void connectionsThatAreCutAreMadeAgain(Mode mode) throws IOException {
    try (var cutting = new CuttingProxy(CLUSTER.plane().address())) {
      stage.reachBy(CLUSTER.server(cutting.address()));
      fillUnder(
          mode,
          () -> {
            for (int i = 0; i < 20; i++) {
              cutting.cut();
              Eventually.pause(Duration.ofMillis(20));
            }
          });
    }
  }

  /**
   * The news that a pod is bound come long after the binding, so what a scheduler thinks of a
   * binding whose answer it did not get is all that keeps the place.
   */
  @ParameterizedTest
  @EnumSource
  void refusalsAndLostAnswersAreGotOver(Mode mode) throws IOException {
    var calls = new AtomicInteger();
    proxy.treat(call -> {
      if (call.isWatch()) {
        return new Treatment.Delay();
      }
      return switch (calls.incrementAndGet() % 10) {
        case 1 -> new Treatment.Refuse(429, 1);
        case 3 -> new Treatment.Refuse(500, 0);
        case 5 -> new Treatment.Refuse(503, 1);
        case 7, 9 -> new Treatment.LoseAnswer();
        default -> Treatment.PASS;
      };
    });
    fillUnder(mode, () -> {});
  }

  /** When a pod goes that is being bound. */
  enum Moment {
    BEFORE_THE_SERVER_KNOWS,
    BEFORE_THE_ANSWER_COMES;

    Treatment hold(CountDownLatch until) {
      return switch (this) {
        case BEFORE_THE_SERVER_KNOWS -> new Treatment.HoldRequest(until);
        case BEFORE_THE_ANSWER_COMES -> new Treatment.HoldAnswer(until);
      };
    }
  }

  @ParameterizedTest
  @CsvSource({
    "KUBE, BEFORE_THE_SERVER_KNOWS",
    "KUBE, BEFORE_THE_ANSWER_COMES",
    "BATCH, BEFORE_THE_SERVER_KNOWS",
    "BATCH, BEFORE_THE_ANSWER_COMES"
  })
  void aPodThatGoesWhileItIsBoundLeavesItsPlaceToOthers(Mode mode, Moment moment)
      throws IOException, InterruptedException {
    var binding = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    proxy.treat(call -> {
      if (!call.isBinding() || !call.path().contains("/first/")) {
        return Treatment.PASS;
      }
      binding.countDown();
      return moment.hold(release);
    });
    stage.create(node("node-1").allocatable("cpu", "4").allocatable("pods", "110"));
    start(mode);
    create(mode, "first");
    assertThat(binding.await(60, TimeUnit.SECONDS)).isTrue();
    create(mode, "second");
    assertThat(stage.unscheduled("second").status()).isEqualTo("False");

    if (moment == Moment.BEFORE_THE_ANSWER_COMES) {
      stage.nodeOf("first");
    }
    stage.end("first");
    release.countDown();
    assertThat(stage.nodeOf("second")).isEqualTo("node-1");
    assertThat(CLUSTER.list(ObjectKind.POD)).containsOnlyKeys("default/second");
  }

  private void create(Mode mode, String name) throws IOException {
    PodBuilder pod = pod(name).request("cpu", "4");
    if (mode == Mode.BATCH) {
      stage.create(podGroup(name).minMember(1).queue("default").build());
      pod.schedulerName("volcano").annotation(VolcanoKeys.GROUP_NAME, name);
    }
    stage.create(pod);
  }
}
