package io.merapi.cluster.serve;

import io.merapi.cluster.http.ApiClient;
import io.merapi.cluster.permission.ApiCall;
import java.io.IOException;

/** Looks up who vouches for clients of this cluster, where the API server publishes it. */
public final class ClusterAuthorities {

  private static final String NAMESPACE = "kube-system";
  private static final String NAME = "extension-apiserver-authentication";

  private ClusterAuthorities() {}

  /**
   * The certificates in PEM; empty where the cluster names none.
   *
   * @throws IOException if they cannot be read
   */
  public static String lookUp(ApiClient client) throws IOException {
    return Answers.text(
        Answers.map(
                Answers.tree(client.send(ApiCall.READ_CLIENT_AUTHORITIES.get(NAMESPACE, NAME)))
                    .get("data"))
            .get("client-ca-file"));
  }
}
