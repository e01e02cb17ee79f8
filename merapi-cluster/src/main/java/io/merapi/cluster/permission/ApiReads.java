package io.merapi.cluster.permission;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.cluster.http.ApiRequest;
import java.util.Set;

/** Requests that follow the objects of a kind in the whole cluster. */
public final class ApiReads {

  private ApiReads() {}

  /**
   * All objects of a kind.
   *
   * @param query with its question mark
   */
  public static ApiRequest list(ObjectKind kind, String query) {
    return read(kind, Verb.LIST, query);
  }

  /** What happens to the objects of a kind. */
  public static ApiRequest watch(ObjectKind kind, String query) {
    return read(kind, Verb.WATCH, query);
  }

  private static ApiRequest read(ObjectKind kind, Verb verb, String query) {
    return new ApiRequest(verb.method(), ApiResource.of(kind).path("", "") + query, "", "");
  }

  /** What following a kind takes. */
  public static Set<Permission> permissions(ObjectKind kind) {
    String resource = ApiResource.of(kind).name();
    return Set.of(
        new Permission(Scope.CLUSTER, kind.group(), resource, Verb.LIST),
        new Permission(Scope.CLUSTER, kind.group(), resource, Verb.WATCH));
  }
}
