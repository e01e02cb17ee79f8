package io.merapi.remote.extender;

import static io.merapi.remote.extender.ExtenderBuilder.at;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.effects.Outcome;
import io.merapi.kube.extenders.SchedulerExtender.ExtenderException;
import io.merapi.kube.extenders.SchedulerExtender.FilterAnswer;
import io.merapi.kube.extenders.SchedulerExtender.Victims;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpExtenderTest {

  private static final Pod POD = pod("web").uid("u-1").request("cpu", "2").build();

  private static final String POD_JSON =
      """
      {"metadata":{"name":"web","namespace":"default","uid":"u-1"},\
      "spec":{"containers":[{"image":"example.com/app","name":"main",\
      "resources":{"requests":{"cpu":"2"}}}]}}\
      """;

  private final ExtenderServer server = ExtenderServer.http();
  private final ExtenderCluster cluster =
      new ExtenderCluster(
          node("a").label("disk", "ssd").allocatable("cpu", "4").build(), node("b").build());

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void asksAboutWholeNodes() throws Exception {
    server.answering("filter", "{}");

    whole().filter(POD, cluster.nodes());

    assertThat(server.question())
        .isEqualTo(
            """
            {"Pod":%s,"Nodes":{"metadata":{},"items":[\
            {"metadata":{"labels":{"disk":"ssd"},"name":"a"},\
            "status":{"allocatable":{"cpu":"4"},"capacity":{"cpu":"4"}}},\
            {"metadata":{"name":"b"}}]},"NodeNames":null}\
            """
                .formatted(POD_JSON));
  }

  @Test
  void asksAnExtenderThatKeepsItsNodesByNameAlone() throws Exception {
    server.answering("filter", "{}").answering("prioritize", "[]");

    byName().filter(POD, cluster.nodes());
    byName().score(POD, cluster.nodes()).toCompletableFuture().join();

    String wanted = "{\"Pod\":%s,\"Nodes\":null,\"NodeNames\":[\"a\",\"b\"]}".formatted(POD_JSON);
    assertThat(server.questions()).containsExactly(wanted, wanted);
  }

  @Test
  void asksInJson() throws Exception {
    var types = new ArrayList<String>();
    server.on(
        "filter",
        exchange -> {
          types.add(exchange.getRequestMethod());
          types.add(exchange.getRequestHeaders().getFirst("Content-Type"));
          ExtenderServer.answer(exchange, 200, "{}");
        });

    whole().filter(POD, cluster.nodes());

    assertThat(types).containsExactly("POST", "application/json");
  }

  @Test
  void takesNamesAndReasons() throws Exception {
    server.answering(
        "filter",
        """
        {"Nodes":null,"NodeNames":["b"],"FailedNodes":{"a":"no GPU left"},
         "FailedAndUnresolvableNodes":{"c":"wrong GPU"},"Error":""}\
        """);

    assertThat(byName().filter(POD, cluster.nodes()))
        .isEqualTo(
            new FilterAnswer(List.of("b"), Map.of("a", "no GPU left"), Map.of("c", "wrong GPU")));
  }

  @Test
  void takesWholeNodesInTheOrderInWhichItAsked() throws Exception {
    server.answering(
        "filter",
        """
        {"Nodes":{"items":[{"spec":{"taints":[{"key":"name"}]},"metadata":{"name":"b"}},
         {"kind":"Node","metadata":{"labels":{"name":"x"},"name":"a"}}]}}\
        """);

    assertThat(whole().filter(POD, cluster.nodes()).feasible()).containsExactly("a", "b");
    assertThat(byName().filter(POD, cluster.nodes()).feasible()).containsExactly("a", "b");
  }

  /** Programs that are older, or not written in Go, write the names of fields as they please. */
  @Test
  void doesNotCareForTheCaseOfFieldNames() throws Exception {
    server
        .answering("filter", "{\"nodenames\":[\"a\"],\"failedNodes\":{\"b\":\"no\"}}")
        .answering("prioritize", "[{\"host\":\"a\",\"score\":1}]");

    FilterAnswer answer = byName().filter(POD, cluster.nodes());

    assertThat(answer.feasible()).containsExactly("a");
    assertThat(answer.failed()).containsEntry("b", "no");
    assertThat(points(byName())).isEqualTo(Map.of("a", 10L));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "null", "{\"Nodes\":null,\"NodeNames\":[]}", "{\"Nodes\":{}}"})
  void anAnswerWithoutNodesLeavesNone(String answer) throws Exception {
    server.answering("filter", answer);

    assertThat(byName().filter(POD, cluster.nodes()).feasible()).isEmpty();
  }

  @Test
  void namesDoNotCountFromAnExtenderThatWasGivenNodes() throws Exception {
    server.answering("filter", "{\"NodeNames\":[\"a\"]}");

    assertThat(whole().filter(POD, cluster.nodes()).feasible()).isEmpty();
  }

  @Test
  void readsNothingBeyondTheAnswer() throws Exception {
    server.answering("filter", "{\"NodeNames\":[\"a\"]} and more");

    assertThat(byName().filter(POD, cluster.nodes()).feasible()).containsExactly("a");
  }

  @Test
  void refusesNodesThatItDidNotAskAbout() {
    server.answering(
        "filter",
        "{\"NodeNames\":[\"a\",\"z\"],\"Nodes\":{\"items\":[{\"metadata\":"
            + "{\"name\":\"z\"}}]}}");

    String wanted =
        "extender \"%s\" claims a filtered node \"z\" which is not found in the input node list"
            .formatted(server.url());
    assertThatThrownBy(() -> byName().filter(POD, cluster.nodes())).hasMessage(wanted);
    assertThatThrownBy(() -> whole().filter(POD, cluster.nodes())).hasMessage(wanted);
  }

  @Test
  void anErrorInTheAnswerIsAFailure() {
    server.answering("filter", "{\"NodeNames\":[\"a\"],\"Error\":\"out of order\"}");

    assertThatThrownBy(() -> byName().filter(POD, cluster.nodes()))
        .isInstanceOf(ExtenderException.class)
        .hasMessage("out of order");
  }

  @Test
  void scalesPointsToThoseOfThePlugins() throws Exception {
    server.answering(
        "prioritize",
        """
        [{"Host":"a","Score":10},{"Host":"b","Score":3},{"Host":"b","Score":1},
         {"Host":"unknown","Score":7}]\
        """);

    assertThat(points(at(server.url()).weight(5).build()))
        .isEqualTo(Map.of("a", 500L, "b", 200L, "unknown", 350L));
  }

  @Test
  void binds() throws Exception {
    server.answering("bind", "{\"Error\":\"\"}");

    assertThat(whole().bind(POD, "a").toCompletableFuture().join()).isEqualTo(new Outcome.Done());
    assertThat(server.question())
        .isEqualTo(
            """
            {"PodName":"web","PodNamespace":"default","PodUID":"u-1","Node":"a"}\
            """);
  }

  @Test
  void saysWhyItCouldNotBind() throws Exception {
    server.answering("bind", "{\"Error\":\"node is gone\"}");

    assertThat(whole().bind(POD, "a").toCompletableFuture().join())
        .isEqualTo(new Outcome.Failed("node is gone"));
  }

  @Test
  void bindsManyPodsAtOnce() throws Exception {
    server.answering("bind", "{}");
    HttpExtender extender = whole();

    List<CompletableFuture<Outcome>> bindings =
        IntStream.range(0, 200)
            .mapToObj(i -> extender.bind(pod("p" + i).build(), "a").toCompletableFuture())
            .toList();

    assertThat(bindings).allSatisfy(done -> assertThat(done.join()).isEqualTo(new Outcome.Done()));
    assertThat(server.questions()).hasSize(200).doesNotHaveDuplicates();
  }

  @Test
  void showsVictimsAsWholePods() throws Exception {
    PodInfo victim = cluster.pod(pod("low").uid("u-2").on("a").build());
    server.answering(
        "preempt", "{\"NodeNameToMetaVictims\":{\"a\":{\"Pods\":[{\"UID\":\"u-2\"}]}}}");

    assertThat(whole().preempt(POD, victims("a", 1, victim), cluster.view()))
        .isEqualTo(Map.of("a", new Victims(List.of(victim), 0)));
    assertThat(server.question())
        .isEqualTo(
            """
            {"Pod":%s,"NodeNameToVictims":{"a":{"Pods":[\
            {"metadata":{"name":"low","namespace":"default","uid":"u-2"},\
            "spec":{"containers":[{"image":"example.com/app","name":"main"}],"nodeName":"a"}}],\
            "NumPDBViolations":1}},"NodeNameToMetaVictims":null}\
            """
                .formatted(POD_JSON));
  }

  @Test
  void showsVictimsByIdentifierToAnExtenderThatKeepsItsNodes() throws Exception {
    PodInfo victim = cluster.pod(pod("low").uid("u-2").on("a").build());
    PodInfo other = cluster.pod(pod("lower").uid("u-3").on("b").build());
    server.answering(
        "preempt",
        """
        {"NodeNameToMetaVictims":{"b":{"Pods":[{"UID":"u-3"}],"NumPDBViolations":2},"a":null}}\
        """);

    // It may choose pods that it was not shown.
    assertThat(byName().preempt(POD, victims("a", 0, victim), cluster.view()))
        .isEqualTo(Map.of("b", new Victims(List.of(other), 2), "a", new Victims(List.of(), 0)));
    assertThat(server.question())
        .isEqualTo(
            """
            {"Pod":%s,"NodeNameToVictims":null,"NodeNameToMetaVictims":\
            {"a":{"Pods":[{"UID":"u-2"}],"NumPDBViolations":0}}}\
            """
                .formatted(POD_JSON));
  }

  @Test
  void refusesVictimsThatAreNotThere() {
    PodInfo victim = cluster.pod(pod("low").uid("u-2").on("a").build());
    server.answering("preempt", "{\"NodeNameToMetaVictims\":{\"z\":{}}}");

    assertThatThrownBy(() -> byName().preempt(POD, victims("a", 0, victim), cluster.view()))
        .hasMessage("nodeinfo not found for node name \"z\"");
  }

  @Test
  void refusesVictimsThatAreElsewhere() {
    PodInfo victim = cluster.pod(pod("low").uid("u-2").on("a").build());
    server.answering(
        "preempt", "{\"NodeNameToMetaVictims\":{\"b\":{\"Pods\":[{\"UID\":\"u-2\"}]}}}");

    assertThatThrownBy(() -> byName().preempt(POD, victims("a", 0, victim), cluster.view()))
        .hasMessage(
            "extender: %s claims to preempt pod (UID: &{u-2}) on node: b, but the pod is not found"
                    .formatted(server.url())
                + " on that node");
  }

  @Test
  void keepsItsConnection() throws Exception {
    server.answering("filter", "{}").answering("prioritize", "[]\n");
    HttpExtender extender = whole();
    for (int i = 0; i < 3; i++) {
      extender.filter(POD, cluster.nodes());
      points(extender);
    }

    assertThat(server.clientPorts()).hasSize(6).containsOnly(server.clientPorts().getFirst());
  }

  @Test
  void whenItIsClosedNoConnectionIsKeptAnyMore() throws Exception {
    server.answering("filter", "{}");
    HttpExtender extender = whole();
    extender.filter(POD, cluster.nodes());

    extender.close();
    extender.filter(POD, cluster.nodes());
    extender.filter(POD, cluster.nodes());

    assertThat(server.clientPorts()).hasSize(3).doesNotHaveDuplicates();
  }

  @Test
  void aBindingThatIsUnderWayWhenItIsClosedComesToItsEnd() throws Exception {
    var asked = new CountDownLatch(1);
    var closed = new CountDownLatch(1);
    server.on(
        "bind",
        exchange -> {
          asked.countDown();
          awaitQuietly(closed);
          ExtenderServer.answer(exchange, 200, "{}");
        });
    HttpExtender extender = whole();
    var outcome = extender.bind(POD, "a").toCompletableFuture();
    asked.await();

    extender.close();
    closed.countDown();

    assertThat(outcome.get()).isEqualTo(new Outcome.Done());
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void isInterestedInPodsWithAResourceThatItManages() throws Exception {
    HttpExtender extender =
        at(server.url()).managing("example.com/gpu").managing("example.com/fpga").build();

    assertThat(extender.interestedIn(pod("p").request("example.com/fpga", "1").build())).isTrue();
    assertThat(extender.interestedIn(pod("p").request("cpu", "1").build())).isFalse();
    assertThat(whole().interestedIn(pod("p").build())).isTrue();
  }

  @Test
  void slashesAtTheEndOfTheAddressDoNotMatter() throws Exception {
    server.answering("filter", "{\"NodeNames\":[\"a\"]}");
    HttpExtender extender = at(server.url() + "//").nodeCacheCapable().build();

    assertThat(extender.filter(POD, cluster.nodes()).feasible()).containsExactly("a");
  }

  private HttpExtender whole() throws ExtenderSetupException {
    return at(server.url()).build();
  }

  private HttpExtender byName() throws ExtenderSetupException {
    return at(server.url()).nodeCacheCapable().build();
  }

  private Map<String, Long> points(HttpExtender extender) {
    return extender.score(POD, cluster.nodes()).toCompletableFuture().join();
  }

  private static SequencedMap<String, Victims> victims(
      String node, long violations, PodInfo... pods) {
    var victims = new LinkedHashMap<String, Victims>();
    victims.put(node, new Victims(List.of(pods), violations));
    return victims;
  }
}
