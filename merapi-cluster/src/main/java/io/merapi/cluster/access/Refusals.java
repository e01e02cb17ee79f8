package io.merapi.cluster.access;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.cluster.http.ApiStatus;
import java.io.IOException;
import java.net.URI;
import java.net.UnknownHostException;

/** Says what an API server has against a scheduler, and what somebody can do about it. */
public final class Refusals {

  private static final String MADE_BY_VOLCANO = "volcano.sh";

  private Refusals() {}

  /** Nobody answers. */
  public static String unreachable(URI server, IOException why) {
    String reason =
        why instanceof UnknownHostException
            ? "nobody knows the host " + why.getMessage()
            : String.valueOf(why.getMessage());
    return "the API server (%s) cannot be reached: %s; is it running, and is its address right?"
        .formatted(server, reason);
  }

  /** What a refused list or watch of a kind means. */
  public static String of(ObjectKind kind, ApiStatus status) {
    return switch (status.code()) {
      case ApiStatus.UNAUTHORIZED ->
          "the API server does not accept the credentials: %s; check the token or the client"
                  .formatted(text(status))
              + " certificate in the kubeconfig";
      case ApiStatus.FORBIDDEN ->
          "%s cannot be read: %s; grant get, list and watch to that user or service account"
              .formatted(kind.kindName(), text(status));
      case ApiStatus.NOT_FOUND ->
          "%s (%s) is not installed in the cluster%s"
              .formatted(kind.kindName(), kind.apiVersion(), installation(kind));
      default -> text(status);
    };
  }

  private static String installation(ObjectKind kind) {
    return switch (kind) {
      case POD_GROUP, QUEUE, HYPER_NODE, NUMATOPOLOGY -> "; try: kubectl apply -f deploy/crds";
      default -> kind.group().endsWith(MADE_BY_VOLCANO) ? "; it is Volcano's" : "";
    };
  }

  private static String text(ApiStatus status) {
    return status.message().isEmpty() ? "HTTP status " + status.code() : status.message();
  }
}
