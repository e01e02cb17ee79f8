package io.merapi.kube.plugins.noderesourcesfit;

import io.merapi.api.plugin.Arguments;
import io.merapi.api.plugin.ProblemKind;
import io.merapi.kube.configuration.FieldErrors;
import io.merapi.kube.configuration.QualifiedNames;
import java.util.List;

/**
 * Which requests count, and how nodes are scored.
 *
 * @param ignoredResources extended resources that need not fit
 * @param ignoredResourceGroups prefixes (what stands before the slash) of such resources
 */
public record NodeResourcesFitArgs(
    List<String> ignoredResources,
    List<String> ignoredResourceGroups,
    ScoringStrategy scoringStrategy) {

  public static final NodeResourcesFitArgs DEFAULTS =
      new NodeResourcesFitArgs(List.of(), List.of(), ScoringStrategy.DEFAULTS);

  private static final String RESOURCES = "ignoredResources";
  private static final String GROUPS = "ignoredResourceGroups";
  private static final String STRATEGY = "scoringStrategy";

  public NodeResourcesFitArgs {
    ignoredResources = List.copyOf(ignoredResources);
    ignoredResourceGroups = List.copyOf(ignoredResourceGroups);
  }

  public static NodeResourcesFitArgs bind(Arguments in) {
    List<String> resources = in.texts(RESOURCES);
    for (int i = 0; i < resources.size(); i++) {
      checkName(in, "%s[%d]".formatted(RESOURCES, i), resources.get(i));
    }
    List<String> groups = in.texts(GROUPS);
    for (int i = 0; i < groups.size(); i++) {
      String path = "%s[%d]".formatted(GROUPS, i);
      if (groups.get(i).contains("/")) {
        in.report(
            path,
            ProblemKind.INVALID,
            FieldErrors.invalid(groups.get(i), "resource group name can't contain '/'"));
      }
      checkName(in, path, groups.get(i));
    }
    // Naming the key makes it known, also where it is absent.
    Arguments strategy = in.object(STRATEGY);
    return new NodeResourcesFitArgs(
        resources,
        groups,
        in.has(STRATEGY) ? ScoringStrategy.bind(strategy) : ScoringStrategy.DEFAULTS);
  }

  /** These arguments with other resources ignored. */
  public NodeResourcesFitArgs ignoring(List<String> resources) {
    return new NodeResourcesFitArgs(resources, ignoredResourceGroups, scoringStrategy);
  }

  private static void checkName(Arguments in, String path, String name) {
    for (String fault : QualifiedNames.faults(name)) {
      in.report(path, ProblemKind.INVALID, FieldErrors.invalid(name, fault));
    }
  }
}
