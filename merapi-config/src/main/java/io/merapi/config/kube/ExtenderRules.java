package io.merapi.config.kube;

import io.merapi.api.plugin.ProblemKind;
import io.merapi.kube.configuration.Extender;
import io.merapi.kube.configuration.Extender.ManagedResource;
import io.merapi.kube.configuration.FieldErrors;
import io.merapi.kube.configuration.QualifiedNames;
import java.util.HashSet;
import java.util.List;

/** What extenders must be. */
final class ExtenderRules {

  private ExtenderRules() {}

  static void check(List<Extender> extenders, Findings findings) {
    var resources = new HashSet<String>();
    for (int i = 0; i < extenders.size(); i++) {
      Extender extender = extenders.get(i);
      String path = "extenders[%d]".formatted(i);
      if (!extender.prioritizeVerb().isEmpty() && extender.weight() <= 0) {
        findings.validate(
            ProblemKind.INVALID,
            path + ".weight",
            FieldErrors.invalid(extender.weight(), "must have a positive weight applied to it"));
      }
      for (int j = 0; j < extender.managedResources().size(); j++) {
        ManagedResource resource = extender.managedResources().get(j);
        String namePath = "%s.managedResources[%d].name".formatted(path, j);
        checkName(namePath, resource.name(), findings);
        if (!resources.add(resource.name())) {
          findings.validate(
              ProblemKind.INVALID,
              namePath,
              FieldErrors.invalid(resource.name(), "duplicate extender managed resource name"));
        }
      }
    }
    long binders = extenders.stream().filter(extender -> !extender.bindVerb().isEmpty()).count();
    if (binders > 1) {
      findings.validate(
          ProblemKind.INVALID,
          "extenders",
          FieldErrors.invalid(
              "found %d extenders implementing bind".formatted(binders),
              "only one extender can implement bind"));
    }
  }

  private static void checkName(String path, String name, Findings findings) {
    List<String> faults = QualifiedNames.faults(name);
    for (String fault : faults) {
      findings.validate(ProblemKind.INVALID, path, FieldErrors.invalid(name, fault));
    }
    if (faults.isEmpty() && !QualifiedNames.isExtendedResource(name)) {
      findings.validate(
          ProblemKind.INVALID,
          path,
          FieldErrors.invalid(name, "is an invalid extended resource name"));
    }
  }
}
