package io.merapi.kube.plugins.dynamicresources;

import io.merapi.api.feature.FeatureGate;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.plugin.Arguments;
import io.merapi.api.plugin.ProblemKind;
import io.merapi.kube.configuration.FieldErrors;
import java.time.Duration;

/**
 * How long the plugin may take.
 *
 * @param filterTimeout for the search on one node; zero means as long as it takes
 * @param bindingTimeout for the binding conditions of devices to be met
 */
public record DynamicResourcesArgs(Duration filterTimeout, Duration bindingTimeout) {

  public static final DynamicResourcesArgs DEFAULTS =
      new DynamicResourcesArgs(Duration.ofSeconds(10), Duration.ofMinutes(10));

  private static final Duration SHORTEST_BINDING = Duration.ofSeconds(1);

  public static DynamicResourcesArgs bind(Arguments in, FeatureGates gates) {
    return new DynamicResourcesArgs(filterTimeout(in, gates), bindingTimeout(in, gates));
  }

  private static Duration filterTimeout(Arguments in, FeatureGates gates) {
    String key = "filterTimeout";
    Duration given = in.duration(key).orNull();
    if (!gates.enabled(FeatureGate.DRA_SCHEDULER_FILTER_TIMEOUT)) {
      if (given != null) {
        in.report(
            key,
            ProblemKind.FORBIDDEN,
            FieldErrors.forbidden("DRASchedulingFilterTimeout feature gate is disabled"));
      }
      return Duration.ZERO;
    }
    if (given != null && given.isNegative()) {
      in.report(key, ProblemKind.INVALID, FieldErrors.invalid(given, "must be zero or positive"));
    }
    return given == null ? DEFAULTS.filterTimeout : given;
  }

  private static Duration bindingTimeout(Arguments in, FeatureGates gates) {
    String key = "bindingTimeout";
    Duration given = in.duration(key).orNull();
    if (!gates.enabled(FeatureGate.DRA_DEVICE_BINDING_CONDITIONS)
        || !gates.enabled(FeatureGate.DRA_RESOURCE_CLAIM_DEVICE_STATUS)) {
      if (given != null) {
        in.report(
            key,
            ProblemKind.FORBIDDEN,
            FieldErrors.forbidden(
                "DRADeviceBindingConditions or DRAResourceClaimDeviceStatus feature gate is"
                    + " disabled"));
      }
    } else if (given != null && given.compareTo(SHORTEST_BINDING) < 0) {
      in.report(key, ProblemKind.INVALID, FieldErrors.invalid(given, "must be at least 1 second"));
    }
    return given == null ? DEFAULTS.bindingTimeout : given;
  }
}
