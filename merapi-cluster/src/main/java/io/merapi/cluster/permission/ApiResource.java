package io.merapi.cluster.permission;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.cluster.http.ApiPaths;

/**
 * A kind of objects as an API server has it under its paths.
 *
 * @param part that is read or written by itself, such as {@code status}; empty for the whole object
 */
record ApiResource(String group, String version, String plural, String part) {

  static ApiResource of(ObjectKind kind) {
    return of(kind, "");
  }

  static ApiResource of(ObjectKind kind, String part) {
    return new ApiResource(kind.group(), kind.version(), ApiPaths.plural(kind), part);
  }

  /** One of which scheduling keeps no objects. */
  static ApiResource of(String group, String plural) {
    return new ApiResource(group, "v1", plural, "");
  }

  /** A measurement that the metrics API of the cluster has of nodes. */
  static ApiResource nodeMetric(String metric) {
    return new ApiResource("custom.metrics.k8s.io", "v1beta2", "nodes", metric);
  }

  /** As a role names it. */
  String name() {
    return part.isEmpty() ? plural : plural + "/" + part;
  }

  /**
   * The path of an object, or of all of them.
   *
   * @param namespace empty for objects that are in none
   * @param name empty for all
   */
  String path(String namespace, String name) {
    var path = new StringBuilder(128);
    if (group.isEmpty()) {
      path.append("/api/");
    } else {
      path.append("/apis/").append(group).append('/');
    }
    path.append(version);
    if (!namespace.isEmpty()) {
      path.append("/namespaces/").append(namespace);
    }
    path.append('/').append(plural);
    if (!name.isEmpty()) {
      path.append('/').append(name);
    }
    if (!part.isEmpty()) {
      path.append('/').append(part);
    }
    return path.toString();
  }
}
