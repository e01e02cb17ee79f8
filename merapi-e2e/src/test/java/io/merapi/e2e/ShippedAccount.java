package io.merapi.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.cluster.http.ApiAnswer;
import io.merapi.cluster.http.ApiRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The service account of the shipped manifests, with the roles that stand there. */
final class ShippedAccount {

  private static final Path MANIFESTS = Path.of("..", "deploy", "merapi-both.yaml");
  private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1/";
  private static final Pattern KIND = Pattern.compile("^kind: (\\S+)$", Pattern.MULTILINE);
  private static final Pattern NAME = Pattern.compile("^  name: (\\S+)$", Pattern.MULTILINE);
  private static final Pattern NAMESPACE =
      Pattern.compile("^  namespace: (\\S+)$", Pattern.MULTILINE);
  private static final Pattern TOKEN = Pattern.compile("\"token\":\\s*\"([^\"]+)\"");

  private final RealCluster cluster;
  private String clusterRole = "";

  private ShippedAccount(RealCluster cluster) {
    this.cluster = cluster;
  }

  /** Brings the account and its roles to a cluster. */
  static ShippedAccount install(RealCluster cluster) throws IOException {
    var account = new ShippedAccount(cluster);
    for (String manifest : Files.readString(MANIFESTS).split("\n---\n", -1)) {
      account.apply(manifest);
    }
    return account;
  }

  private void apply(String manifest) throws IOException {
    String kind = first(KIND, manifest);
    String namespace = first(NAMESPACE, manifest);
    String path =
        switch (kind) {
          case "Namespace" -> "/api/v1/namespaces";
          case "ServiceAccount" -> "/api/v1/namespaces/%s/serviceaccounts".formatted(namespace);
          case "ClusterRole" -> RBAC + "clusterroles";
          case "ClusterRoleBinding" -> RBAC + "clusterrolebindings";
          case "Role" -> "%snamespaces/%s/roles".formatted(RBAC, namespace);
          case "RoleBinding" -> "%snamespaces/%s/rolebindings".formatted(RBAC, namespace);
          default -> "";
        };
    if (kind.equals("ClusterRole")) {
      clusterRole = manifest;
    }
    if (!path.isEmpty()) {
      send("POST", path, manifest);
    }
  }

  /** A kubeconfig of the account. */
  Path kubeconfig(Path directory) throws IOException {
    String answer =
        send(
            "POST",
            "/api/v1/namespaces/volcano-system/serviceaccounts/merapi-scheduler/token",
            "{apiVersion: authentication.k8s.io/v1, kind: TokenRequest, spec: {}}");
    String token = first(TOKEN, answer);
    Path file = directory.resolve("kubeconfig");
    Files.writeString(
        file,
        Files.readString(cluster.plane().kubeconfig()).replace(cluster.plane().token(), token));
    return file;
  }

  /**
   * Takes a rule of the cluster role away.
   *
   * @param lines its last ones, by which it is known
   */
  void forbid(String lines) throws IOException {
    var kept = new ArrayList<String>();
    String[] rules = clusterRole.split("(?=\n- apiGroups)", -1);
    for (String rule : rules) {
      if (!rule.contains(lines)) {
        kept.add(rule);
      }
    }
    assertThat(kept).as("rules but %s", lines).hasSize(rules.length - 1);
    replace(String.join("", kept));
  }

  /** Gives everything back. */
  void allowAll() throws IOException {
    replace(clusterRole);
  }

  private void replace(String role) throws IOException {
    send("PUT", RBAC + "clusterroles/" + first(NAME, role), role);
  }

  private String send(String method, String path, String manifest) throws IOException {
    ApiAnswer answer = cluster.send(new ApiRequest(method, path, "application/yaml", manifest));
    assertThat(answer.succeeded()).as(answer.body()).isTrue();
    return answer.body();
  }

  /** What the server has forbidden since it started, whoever asked. */
  List<String> forbidden() throws IOException {
    return cluster
        .send(ApiRequest.get("/metrics"))
        .body()
        .lines()
        .filter(line -> line.startsWith("apiserver_request_total{"))
        .filter(line -> line.contains("code=\"403\""))
        .toList();
  }

  private static String first(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? matcher.group(1) : "";
  }
}
