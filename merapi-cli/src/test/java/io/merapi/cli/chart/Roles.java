package io.merapi.cli.chart;

import io.merapi.cluster.permission.Permission;
import io.merapi.cluster.permission.Scope;
import io.merapi.cluster.permission.Verb;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The roles of the scheduler among manifests. */
final class Roles {

  private static final Pattern RULE =
      Pattern.compile(
          "((?:^ *#[^\n]*\n)*)^( *)- apiGroups:.*\n((?:^\\2 .*\n)*)", Pattern.MULTILINE);

  private final Manifests manifests;

  Roles(Manifests manifests) {
    this.manifests = manifests;
  }

  /**
   * One rule.
   *
   * @param comment what stands above it
   * @param names of the only objects that it is about; none for all
   */
  record Rule(String comment, Set<Permission> permissions, List<?> names) {}

  /** All rules of all roles, in their order. */
  List<Rule> rules() {
    List<String> comments = comments();
    var rules = new ArrayList<Rule>();
    for (Map<?, ?> role : manifests.objects()) {
      if ("ClusterRole".equals(role.get("kind")) || "Role".equals(role.get("kind"))) {
        for (Object rule : Manifests.items(role, "rules")) {
          rules.add(
              new Rule(
                  comments.get(rules.size()),
                  permissions(scope(role), rule),
                  Manifests.items(rule, "resourceNames")));
        }
      }
    }
    return rules;
  }

  /** Everything that the roles allow. */
  Set<Permission> permissions() {
    var all = new LinkedHashSet<Permission>();
    rules().forEach(rule -> all.addAll(rule.permissions()));
    return all;
  }

  private List<String> comments() {
    Matcher rule = RULE.matcher(manifests.text());
    var comments = new ArrayList<String>();
    while (rule.find()) {
      comments.add(rule.group(1));
    }
    return comments;
  }

  private static Scope scope(Map<?, ?> role) {
    if ("ClusterRole".equals(role.get("kind"))) {
      return Scope.CLUSTER;
    }
    return Manifests.text(role, "metadata", "name").endsWith("-authentication")
        ? Scope.CLIENT_AUTHORITIES
        : Scope.LEASE;
  }

  private static Set<Permission> permissions(Scope scope, Object rule) {
    var permissions = new LinkedHashSet<Permission>();
    for (Object group : Manifests.items(rule, "apiGroups")) {
      for (Object resource : Manifests.items(rule, "resources")) {
        for (Object verb : Manifests.items(rule, "verbs")) {
          permissions.add(
              new Permission(
                  scope,
                  group.toString(),
                  resource.toString(),
                  Verb.valueOf(verb.toString().toUpperCase(Locale.ROOT))));
        }
      }
    }
    return permissions;
  }
}
