package io.merapi.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.cluster.http.ApiAnswer;
import io.merapi.cluster.http.ApiRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Service accounts of a cluster that heeds roles, and what they may do. */
final class Accounts {

  private static final String ROLES = "/apis/rbac.authorization.k8s.io/v1/clusterroles";
  private static final String BINDINGS = "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings";
  private static final Pattern TOKEN = Pattern.compile("\"token\":\\s*\"([^\"]+)\"");

  private final RealCluster cluster;

  Accounts(RealCluster cluster) {
    this.cluster = cluster;
  }

  /** The token of a new account, which has no rights. */
  String token(String name) throws IOException {
    create(
        "/api/v1/namespaces/default/serviceaccounts",
        "{\"metadata\": {\"name\": \"%s\"}}".formatted(name));
    String answer =
        create(
            "/api/v1/namespaces/default/serviceaccounts/%s/token".formatted(name),
            """
            {"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest", "spec": {}}
            """);
    Matcher token = TOKEN.matcher(answer);
    assertThat(token.find()).as(answer).isTrue();
    return token.group(1);
  }

  /** Gives rights to an account that has none, by rules of a role in JSON. */
  void grant(String name, String rules) throws IOException {
    create(ROLES, "{\"metadata\": {\"name\": \"%s\"}, \"rules\": %s}".formatted(name, rules));
    create(
        BINDINGS,
        """
        {"metadata": {"name": "%1$s"},
         "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole",
                     "name": "%1$s"},
         "subjects": [{"kind": "ServiceAccount", "namespace": "default", "name": "%1$s"}]}
        """
            .formatted(name));
  }

  /** Gives other rights to an account that has some. */
  void change(String name, String rules) throws IOException {
    ApiAnswer answer =
        cluster.send(
            ApiRequest.patch(
                ROLES + "/" + name, ApiRequest.MERGE, "{\"rules\": %s}".formatted(rules)));
    assertThat(answer.succeeded()).as(answer.body()).isTrue();
  }

  /** Writes a kubeconfig of an account, for the server at some address. */
  Path kubeconfig(Path file, String token, String address) throws IOException {
    return Files.writeString(
        file,
        Files.readString(cluster.plane().kubeconfig())
            .replace(cluster.plane().token(), token)
            .replace(cluster.plane().address().toString(), address));
  }

  private String create(String path, String manifest) throws IOException {
    ApiAnswer answer = cluster.send(ApiRequest.post(path, manifest));
    assertThat(answer.succeeded()).as(answer.body()).isTrue();
    return answer.body();
  }
}
