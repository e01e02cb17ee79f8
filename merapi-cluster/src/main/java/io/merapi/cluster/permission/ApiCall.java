package io.merapi.cluster.permission;

import static io.merapi.api.cluster.ObjectKind.CONFIG_MAP;
import static io.merapi.api.cluster.ObjectKind.NODE;
import static io.merapi.api.cluster.ObjectKind.PERSISTENT_VOLUME;
import static io.merapi.api.cluster.ObjectKind.PERSISTENT_VOLUME_CLAIM;
import static io.merapi.api.cluster.ObjectKind.POD;
import static io.merapi.api.cluster.ObjectKind.POD_GROUP;
import static io.merapi.api.cluster.ObjectKind.QUEUE;
import static io.merapi.api.cluster.ObjectKind.RESOURCE_CLAIM;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.cluster.http.ApiRequest;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Each thing that a scheduler asks of an API server, but for following objects ({@link ApiReads}).
 *
 * <p>To ask for something new, declare it here, and let the roles of the chart allow it.
 */
@SuppressWarnings("ImmutableEnumChecker") // records and sets that nobody can change
public enum ApiCall {
  BIND_POD(Verb.CREATE, ApiResource.of(POD, "binding"), "bind pods"),
  READ_POD(Verb.GET, ApiResource.of(POD), "see whether a binding has happened after all"),
  PATCH_POD_STATUS(
      Verb.PATCH,
      ApiResource.of(POD, "status"),
      "say why pods wait, nominate nodes and mark victims"),
  DELETE_POD(Verb.DELETE, ApiResource.of(POD), "evict pods"),

  PATCH_VOLUME(Verb.PATCH, ApiResource.of(PERSISTENT_VOLUME), "bind volumes to claims"),
  PATCH_VOLUME_CLAIM(
      Verb.PATCH, ApiResource.of(PERSISTENT_VOLUME_CLAIM), "have volumes made for claims"),

  CREATE_RESOURCE_CLAIM(Verb.CREATE, ApiResource.of(RESOURCE_CLAIM), "claim devices for pods"),
  PATCH_RESOURCE_CLAIM(
      Verb.PATCH, ApiResource.of(RESOURCE_CLAIM), "keep claims that hold devices from vanishing"),
  PATCH_RESOURCE_CLAIM_STATUS(
      Verb.PATCH,
      // The second is no path: newer servers ask for it besides, where an allocation changes.
      List.of(ApiResource.of(RESOURCE_CLAIM, "status"), ApiResource.of(RESOURCE_CLAIM, "binding")),
      Scope.CLUSTER,
      Need.SCHEDULING,
      "allocate and reserve devices"),
  DELETE_RESOURCE_CLAIM(Verb.DELETE, ApiResource.of(RESOURCE_CLAIM), "give devices back"),

  CREATE_POD_EVENT(
      Verb.CREATE,
      ApiResource.of("events.k8s.io", "events"),
      "tell what happens to pods",
      Layer.KUBE),
  PATCH_POD_EVENT(
      Verb.PATCH,
      ApiResource.of("events.k8s.io", "events"),
      "count what happens to pods again",
      Layer.KUBE),

  CREATE_EVENT(
      Verb.CREATE,
      ApiResource.of("", "events"),
      "tell what happens to pods and groups",
      Layer.BATCH),
  PATCH_EVENT(
      Verb.PATCH,
      ApiResource.of("", "events"),
      "count what happens to pods and groups again",
      Layer.BATCH),
  READ_NODE(
      Verb.GET,
      ApiResource.of(NODE),
      Scope.CLUSTER,
      Need.SHARED_DEVICES,
      "see who has the lock of a node",
      Layer.BATCH),
  PATCH_NODE(
      Verb.PATCH,
      ApiResource.of(NODE),
      Scope.CLUSTER,
      Need.SHARED_DEVICES,
      "take and give back the lock of a node",
      Layer.BATCH),
  PATCH_POD(
      Verb.PATCH, ApiResource.of(POD), "open the gates of pods that have a queue", Layer.BATCH),
  PATCH_POD_GROUP(Verb.PATCH, ApiResource.of(POD_GROUP), "write how groups are", Layer.BATCH),
  PATCH_QUEUE_STATUS(
      Verb.PATCH, ApiResource.of(QUEUE, "status"), "write what queues hold", Layer.BATCH),
  READ_QUEUE(
      Verb.GET, ApiResource.of(QUEUE), "see whether root and default are there", Layer.BATCH),
  CREATE_QUEUE(Verb.CREATE, ApiResource.of(QUEUE), "make the queues root and default", Layer.BATCH),
  READ_NODE_METRICS(
      Verb.GET,
      List.of(
          ApiResource.nodeMetric("node_cpu_usage_avg"),
          ApiResource.nodeMetric("node_memory_usage_avg")),
      Scope.CLUSTER,
      Need.NODE_METRICS,
      "ask for the load of nodes",
      Layer.BATCH),

  READ_LEASE(
      Verb.GET,
      ApiResource.of("coordination.k8s.io", "leases"),
      Scope.LEASE,
      Need.SCHEDULING,
      "see who leads"),
  CREATE_LEASE(
      Verb.CREATE,
      ApiResource.of("coordination.k8s.io", "leases"),
      Scope.LEASE,
      Need.ELECTION,
      "lead first"),
  UPDATE_LEASE(
      Verb.UPDATE,
      ApiResource.of("coordination.k8s.io", "leases"),
      Scope.LEASE,
      Need.ELECTION,
      "go on leading, or take over"),
  CREATE_SCHEDULER_EVENT(
      Verb.CREATE,
      ApiResource.of("", "events"),
      Scope.LEASE,
      Need.SCHEDULING,
      "tell of the scheduler itself"),

  CREATE_TOKEN_REVIEW(
      Verb.CREATE,
      ApiResource.of("authentication.k8s.io", "tokenreviews"),
      Scope.CLUSTER,
      Need.GUARDED_PAGES,
      "find out who asks for a page"),
  CREATE_ACCESS_REVIEW(
      Verb.CREATE,
      ApiResource.of("authorization.k8s.io", "subjectaccessreviews"),
      Scope.CLUSTER,
      Need.GUARDED_PAGES,
      "find out who may see a page"),
  READ_CLIENT_AUTHORITIES(
      Verb.GET,
      ApiResource.of(CONFIG_MAP),
      Scope.CLIENT_AUTHORITIES,
      Need.GUARDED_PAGES,
      "know who vouches for client certificates"),
  CREATE_OWN_ACCESS_REVIEW(
      Verb.CREATE,
      ApiResource.of("authorization.k8s.io", "selfsubjectaccessreviews"),
      Scope.CLUSTER,
      Need.GRANTED_TO_ALL,
      "find out what it may do itself");

  private final Verb verb;
  private final List<ApiResource> resources;
  private final Scope scope;
  private final Need need;
  private final String purpose;
  private final Set<Layer> layers;

  ApiCall(Verb verb, ApiResource resource, String purpose, Layer... layers) {
    this(verb, resource, Scope.CLUSTER, Need.SCHEDULING, purpose, layers);
  }

  ApiCall(
      Verb verb, ApiResource resource, Scope scope, Need need, String purpose, Layer... layers) {
    this(verb, List.of(resource), scope, need, purpose, layers);
  }

  /**
   * @param resources of which the first has the path
   * @param layers that do so; none for both
   */
  ApiCall(
      Verb verb,
      List<ApiResource> resources,
      Scope scope,
      Need need,
      String purpose,
      Layer... layers) {
    this.verb = verb;
    this.resources = resources;
    this.scope = scope;
    this.need = need;
    this.purpose = purpose;
    this.layers = Set.of(layers.length == 0 ? Layer.values() : layers);
  }

  /** When it is asked for. */
  public Need need() {
    return need;
  }

  /** Whose work asks for it. */
  public Set<Layer> layers() {
    return layers;
  }

  /** What for, as the end of a sentence: in order to … */
  public String purpose() {
    return purpose;
  }

  /** What a role has to allow for it, whatever the version of the server. */
  public Permission permission() {
    return permission(resources.getFirst());
  }

  private Permission permission(ApiResource resource) {
    return new Permission(scope, resource.group(), resource.name(), verb);
  }

  /** All that a role has to allow for it. */
  public Set<Permission> permissions() {
    var permissions = new LinkedHashSet<Permission>();
    for (ApiResource resource : resources) {
      permissions.add(permission(resource));
    }
    return permissions;
  }

  /**
   * Reads one object.
   *
   * @param namespace empty for objects that are in none
   */
  public ApiRequest get(String namespace, String name) {
    return request(Verb.GET, namespace, name, "", "");
  }

  /**
   * Makes an object.
   *
   * @param namespace empty for objects that are in none
   */
  public ApiRequest create(String namespace, String body) {
    return request(Verb.CREATE, namespace, "", ApiRequest.JSON, body);
  }

  /** Makes what is a part of an object, such as the binding of a pod. */
  public ApiRequest create(ClusterObject of, String body) {
    return request(Verb.CREATE, of.namespace(), of.name(), ApiRequest.JSON, body);
  }

  /** Replaces an object. */
  public ApiRequest update(String namespace, String name, String body) {
    return request(Verb.UPDATE, namespace, name, ApiRequest.JSON, body);
  }

  /**
   * Changes some fields of an object.
   *
   * @param type {@link ApiRequest#STRATEGIC_MERGE} or {@link ApiRequest#MERGE}
   */
  public ApiRequest patch(ClusterObject object, String type, String body) {
    return patch(object.namespace(), object.name(), type, body);
  }

  /** The same. */
  public ApiRequest patch(String namespace, String name, String type, String body) {
    return request(Verb.PATCH, namespace, name, type, body);
  }

  /** Deletes an object. */
  public ApiRequest delete(ClusterObject object, String options) {
    return request(Verb.DELETE, object.namespace(), object.name(), ApiRequest.JSON, options);
  }

  /**
   * Reads what another program serves by way of the API server; who asks knows the path.
   *
   * @throws IllegalArgumentException if the path leads elsewhere
   */
  public ApiRequest getAt(String path) {
    String root = "/apis/" + resources.getFirst().group();
    boolean declared =
        resources.stream()
            .anyMatch(it -> path.endsWith("/%s/*/%s".formatted(it.plural(), it.part())));
    if (!path.equals(root) && !(path.startsWith(root + "/") && declared)) {
      throw new IllegalArgumentException("%s does not lead to %s".formatted(path, this));
    }
    return new ApiRequest(Verb.GET.method(), path, "", "");
  }

  private ApiRequest request(
      Verb done, String namespace, String name, String contentType, String body) {
    if (done != verb) {
      throw new IllegalStateException("%s does not %s".formatted(this, done.word()));
    }
    return new ApiRequest(
        verb.method(), resources.getFirst().path(namespace, name), contentType, body);
  }
}
