package io.merapi.cluster.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.cluster.ScriptedServer;
import io.merapi.cluster.http.ApiServer;
import io.merapi.cluster.http.Credentials;
import io.merapi.cluster.permission.Layer;
import io.merapi.testkit.SelfSigned;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;

class AccessCheckTest {

  private static final RunLog SILENCE =
      new RunLog() {
        @Override
        public void info(String message) {
          // Of no interest here.
        }

        @Override
        public void warn(String message) {
          // Of no interest here.
        }
      };

  @Test
  void aServerThatAnswersEverythingIsFine() throws Exception {
    AccessCheck check = check((_, reply) -> reply.json(200, "{}"), ObjectKind.POD);

    assertThat(check.refusals()).isEmpty();
    assertThat(check.remarks()).isEmpty();
  }

  @Test
  void wrongCredentialsAreOneLineHoweverManyKindsThereAre() throws Exception {
    AccessCheck check =
        check(
            (_, reply) -> reply.json(401, status("Unauthorized")), ObjectKind.POD, ObjectKind.NODE);

    assertThat(check.refusals())
        .containsExactly(
            "the API server does not accept the credentials: Unauthorized; check the token or the"
                + " client certificate in the kubeconfig");
  }

  @Test
  void whatMustNotBeReadIsNamedWithWhoMustNot() throws Exception {
    AccessCheck check =
        check(
            (request, reply) ->
                reply.json(
                    request.path().contains("/nodes") ? 403 : 200,
                    status("nodes is forbidden: User \\\"x\\\" cannot list")),
            ObjectKind.POD,
            ObjectKind.NODE);

    assertThat(check.refusals())
        .containsExactly(
            "Node cannot be read: nodes is forbidden: User \"x\" cannot list; grant get, list and"
                + " watch to that user or service account");
  }

  @Test
  void aKindThatIsMissingIsARefusalOnlyWhereNothingWorksWithoutIt() throws Exception {
    AccessCheck check =
        check(
            (request, reply) ->
                reply.json(request.path().contains("volcano.sh") ? 404 : 200, status("not found")),
            ObjectKind.POD,
            ObjectKind.POD_GROUP,
            ObjectKind.HYPER_NODE);

    assertThat(check.refusals())
        .containsExactly(
            "PodGroup (scheduling.volcano.sh/v1beta1) is not installed in the cluster; try: kubectl"
                + " apply -f deploy/crds");
    assertThat(check.remarks()).singleElement().asString().startsWith("HyperNode (topology.");
  }

  @Test
  void whoMustNotBindIsTold() throws Exception {
    AccessCheck check =
        check(
            (request, reply) ->
                reply.json(
                    201,
                    request.method().equals("POST") ? "{\"status\": {\"allowed\": false}}" : "{}"),
            ObjectKind.POD);

    assertThat(check.refusals()).singleElement().asString().contains("pods/binding is forbidden");
  }

  @Test
  void whatElseIsForbiddenIsToldWithWhatItIsFor() throws Exception {
    AccessCheck check =
        check(
            (request, reply) ->
                reply.json(
                    201,
                    request.body().contains("\"subresource\":\"status\"")
                        ? "{\"status\": {\"allowed\": false}}"
                        : "{}"),
            ObjectKind.POD);

    assertThat(check.refusals()).isEmpty();
    assertThat(check.remarks())
        .contains(
            "it must not say why pods wait, nominate nodes and mark victims: patch pods/status is"
                + " forbidden; grant it")
        .noneMatch(remark -> remark.contains("queues"));
  }

  @Test
  void aServerThatIsNotThereYetIsNamedOnceAndWaitedFor() throws Exception {
    var said = new CountDownLatch(1);
    var lines = new ArrayList<String>();
    var log =
        new RunLog() {
          @Override
          public void info(String message) {
            // Of no interest here.
          }

          @Override
          public void warn(String message) {
            lines.add(message);
            said.countDown();
          }
        };
    // A connection that is closed at once is what a server gives that is starting.
    try (var server =
        ScriptedServer.plain((_, reply) -> {
          if (said.getCount() > 0) {
            reply.close();
          } else {
            reply.json(200, "{}");
          }
        })) {
      AccessCheck check =
          AccessCheck.of(
              server.asApiServer(), List.of(ObjectKind.POD), EnumSet.of(Layer.KUBE), log);

      assertThat(check.refusals()).isEmpty();
      assertThat(lines)
          .singleElement()
          .asString()
          .startsWith("waiting for the API server err=\"the API server (http://127.0.0.1");
    }
  }

  @Test
  void aServerThatIsNotTrustedIsNotWaitedFor() throws Exception {
    try (var server =
        ScriptedServer.secured(SelfSigned.create(), (_, reply) -> reply.json(200, "{}"))) {
      ApiServer mistrusted =
          ApiServer.secured(server.address(), SSLContext.getDefault(), Credentials.fixed("secret"));

      assertThat(
              AccessCheck.of(mistrusted, List.of(ObjectKind.POD), EnumSet.of(Layer.KUBE), SILENCE)
                  .refusals())
          .singleElement()
          .asString()
          .startsWith("the API server (https://127.0.0.1")
          .contains("cannot be reached: ");
    }
  }

  private static String status(String message) {
    return "{\"kind\": \"Status\", \"message\": \"%s\"}".formatted(message);
  }

  private static AccessCheck check(ScriptedServer.Script script, ObjectKind... kinds)
      throws IOException, InterruptedException {
    try (var server = ScriptedServer.plain(script)) {
      return AccessCheck.of(server.asApiServer(), List.of(kinds), EnumSet.of(Layer.KUBE), SILENCE);
    }
  }
}
