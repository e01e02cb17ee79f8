package io.merapi.kube.plugins.noderesourcesbalancedallocation;

import io.merapi.api.plugin.Arguments;
import io.merapi.api.plugin.ProblemKind;
import io.merapi.kube.configuration.FieldErrors;
import io.merapi.kube.configuration.ResourceWeight;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * Which resources are to be used evenly.
 *
 * @param resources each once and each of weight 1
 */
public record NodeResourcesBalancedAllocationArgs(List<ResourceWeight> resources) {

  public static final NodeResourcesBalancedAllocationArgs DEFAULTS =
      new NodeResourcesBalancedAllocationArgs(ResourceWeight.CPU_AND_MEMORY);

  public NodeResourcesBalancedAllocationArgs {
    resources = List.copyOf(resources);
  }

  public static NodeResourcesBalancedAllocationArgs bind(Arguments in) {
    var resources = new ArrayList<ResourceWeight>();
    var seen = new HashSet<String>();
    for (Arguments item : in.objects("resources")) {
      ResourceWeight resource = ResourceWeight.bind(item);
      if (!seen.add(resource.name())) {
        item.report("name", ProblemKind.DUPLICATE, FieldErrors.duplicate(resource.name()));
      }
      if (resource.weight() != 1) {
        item.report(
            "weight", ProblemKind.INVALID, FieldErrors.invalid(resource.weight(), "must be 1"));
      }
      resources.add(resource);
    }
    return resources.isEmpty() ? DEFAULTS : new NodeResourcesBalancedAllocationArgs(resources);
  }
}
