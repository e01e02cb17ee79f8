package io.merapi.e2e;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.cluster.http.ApiRequest;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A scheduler whose rights are taken away while it runs says so, and goes on when it has them. */
class LostRightsIT {

  private static final String EVERYTHING =
      """
      [{"apiGroups": ["*"], "resources": ["*"], "verbs": ["*"]}]
      """;

  private static final String GROUPS =
      """
      "apps", "storage.k8s.io", "resource.k8s.io", "policy", "coordination.k8s.io",
      "events.k8s.io", "scheduling.k8s.io", "authentication.k8s.io", "authorization.k8s.io"
      """;

  private static final String ALL_BUT_NODES = allBut("\"pods/binding\"");
  private static final String ALL_BUT_BINDINGS = allBut("\"nodes\"");

  private static final Pattern FAILED_ATTEMPTS =
      Pattern.compile("scheduler_schedule_attempts_total\\{.*result=\"error\"} [1-9]");

  @RegisterExtension
  static final RealCluster CLUSTER = new RealCluster("--authorization-mode=RBAC");

  private static final Accounts ACCOUNTS = new Accounts(CLUSTER);

  @TempDir private Path directory;

  private final Stage stage = new Stage(CLUSTER);
  private final EndpointClient client = new EndpointClient();

  @AfterEach
  void clear() throws IOException {
    client.close();
    stage.close();
  }

  @Test
  void aForbiddenWatchIsToldOnceAndFollowedAgainWhenItIsGranted() throws IOException {
    String token = account("watcher");
    int port = EndpointClient.freePort();
    URI at = URI.create("https://127.0.0.1:" + port);
    try (var proxy = new CuttingProxy(CLUSTER.plane().address());
        var scheduler = start(token, proxy.address().toString(), port)) {
      Eventually.find("ready", () -> client.okay(at, "/readyz"));

      ACCOUNTS.change("watcher", ALL_BUT_NODES);
      proxy.cut();
      String reason =
          Eventually.find("not ready", () -> failing(at, "/readyz/cluster-access", "nodes is"));
      assertThat(reason)
          .contains(
              "Node cannot be read: nodes is forbidden: User"
                  + " \"system:serviceaccount:default:watcher\" cannot",
              "grant get, list and watch");
      assertThat(Eventually.find("event", () -> event("nodes is forbidden")))
          .contains("ClusterNotFollowed", "Warning");
      Eventually.find(
          "metric", () -> client.shown(at, "merapi_watch_restarts_total{kind=\"Node\"}"));

      ACCOUNTS.change("watcher", EVERYTHING);
      Eventually.find("ready again", () -> client.okay(at, "/readyz"));
      stage.create(node("node-0").allocatable("cpu", "8").allocatable("pods", "110"));
      stage.create(pod("p").request("cpu", "1"));
      assertThat(stage.nodeOf("p")).isEqualTo("node-0");
      assertThat(lines(scheduler, "nodes is forbidden")).hasSize(1);
      assertThat(lines(scheduler, "the whole cluster is followed again")).isNotEmpty();
      assertThat(scheduler.stop()).as(scheduler.log()).isZero();
    }
  }

  @Test
  void aForbiddenBindingIsToldOnceAndMadeWhenItIsGranted() throws IOException {
    String token = account("binder");
    int port = EndpointClient.freePort();
    URI at = URI.create("https://127.0.0.1:" + port);
    stage.create(node("node-0").allocatable("cpu", "8").allocatable("pods", "110"));
    try (var scheduler = start(token, CLUSTER.plane().address().toString(), port)) {
      Eventually.find("ready", () -> client.okay(at, "/readyz"));

      ACCOUNTS.change("binder", ALL_BUT_BINDINGS);
      // The server takes notice of other roles a moment later.
      Eventually.find("refusal", () -> refusedBinding(token));
      stage.create(pod("p").request("cpu", "1"));
      stage.create(pod("q").request("cpu", "1"));
      assertThat(
              Eventually.find(
                  "not ready", () -> failing(at, "/readyz/cluster-access", "cannot be bound")))
          .contains(
              "User \"system:serviceaccount:default:binder\" cannot create resource"
                  + " \"pods/binding\"",
              "grant create on pods/binding");
      assertThat(Eventually.find("event", () -> event("pods cannot be bound")))
          .contains("ClusterNotFollowed", "Warning");
      Eventually.find("metric", () -> failedAttempts(at));

      ACCOUNTS.change("binder", EVERYTHING);
      assertThat(stage.nodeOf("p")).isEqualTo("node-0");
      assertThat(stage.nodeOf("q")).isEqualTo("node-0");
      Eventually.find("ready again", () -> client.okay(at, "/readyz"));
      assertThat(lines(scheduler, "bindings are refused and tried again")).hasSize(1);
      assertThat(lines(scheduler, "Failed to bind pod")).isEmpty();
      assertThat(lines(scheduler, "pods are bound again")).hasSize(1);
      assertThat(scheduler.stop()).as(scheduler.log()).isZero();
    }
  }

  @Test
  void whoMustNotAskForTheBooksIsTurnedAway() throws IOException {
    String stranger = ACCOUNTS.token("stranger");
    int port = EndpointClient.freePort();
    URI at = URI.create("https://127.0.0.1:" + port);
    try (var scheduler =
        SchedulerProcess.start(
            CLUSTER,
            directory.resolve("log"),
            "--mode=kube",
            "--leader-elect=false",
            "--bind-address=0.0.0.0",
            "--secure-port=" + port)) {
      Eventually.find("ready", () -> client.okay(at, "/readyz"));

      assertThat(client.get(at, "/debug/invariants").statusCode()).isEqualTo(403);
      assertThat(client.get(at, "/debug/invariants", stranger).statusCode()).isEqualTo(403);
      assertThat(client.get(at, "/debug/invariants", CLUSTER.plane().token()).body())
          .isEqualTo("{\"violations\":[]}");
      assertThat(scheduler.stop()).as(scheduler.log()).isZero();
    }
  }

  private static String account(String name) throws IOException {
    String token = ACCOUNTS.token(name);
    ACCOUNTS.grant(name, EVERYTHING);
    return token;
  }

  private SchedulerProcess start(String token, String address, int port) throws IOException {
    return SchedulerProcess.start(
        ACCOUNTS.kubeconfig(directory.resolve("kubeconfig"), token, address),
        directory.resolve("log"),
        "--mode=kube",
        "--secure-port=" + port);
  }

  /** Rules that leave out one thing of two. */
  private static String allBut(String other) {
    return """
    [{"apiGroups": [%s], "resources": ["*"], "verbs": ["*"]},
     {"apiGroups": [""], "verbs": ["*"],
      "resources": ["pods", "pods/status", "events", "persistentvolumes", "namespaces",
        "persistentvolumeclaims", "services", "replicationcontrollers", "configmaps", %s]}]
    """
        .formatted(GROUPS, other);
  }

  /** What a check says that fails for some reason. */
  private @Nullable String failing(URI at, String path, String reason) throws IOException {
    var answer = client.get(at, path);
    return answer.statusCode() != 200 && answer.body().contains(reason) ? answer.body() : null;
  }

  private @Nullable String failedAttempts(URI at) {
    String metrics = client.okay(at, "/metrics");
    return metrics != null && FAILED_ATTEMPTS.matcher(metrics).find() ? metrics : null;
  }

  private @Nullable String refusedBinding(String token) throws IOException {
    String body =
        "{\"spec\": {\"resourceAttributes\": {\"verb\": \"create\", \"resource\": \"pods\","
            + " \"subresource\": \"binding\"}}}";
    var answer =
        client.post(
            CLUSTER.plane().address(),
            "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
            token,
            body);
    return answer.body().replace(" ", "").contains("\"allowed\":false") ? "refused" : null;
  }

  private static @Nullable String event(String text) throws IOException {
    String events =
        CLUSTER.send(ApiRequest.get("/apis/events.k8s.io/v1/namespaces/kube-system/events")).body();
    return events.contains(text) ? events : null;
  }

  private static List<String> lines(SchedulerProcess scheduler, String with) throws IOException {
    return scheduler.log().lines().filter(line -> line.contains(with)).toList();
  }
}
