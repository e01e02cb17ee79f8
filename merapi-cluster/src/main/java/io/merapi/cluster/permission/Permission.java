package io.merapi.cluster.permission;

/**
 * One thing that a role has to allow.
 *
 * @param group the API group; empty for the core group
 * @param resource as a role names it: {@code pods} or {@code pods/binding}
 */
public record Permission(Scope scope, String group, String resource, Verb verb) {

  @Override
  public String toString() {
    return "%s %s%s%s"
        .formatted(
            verb.word(),
            resource,
            group.isEmpty() ? "" : "." + group,
            scope == Scope.CLUSTER ? "" : " (" + scope + ")");
  }
}
