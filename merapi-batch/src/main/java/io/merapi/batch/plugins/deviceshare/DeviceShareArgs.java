package io.merapi.batch.plugins.deviceshare;

import io.merapi.api.plugin.Arguments;
import io.merapi.api.plugin.ProblemKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the {@code deviceshare} plugin reads from its arguments.
 *
 * @param gpuSharing whether tasks may take a part of a GPU's memory
 * @param gpuNumber whether tasks may take whole GPUs by number
 * @param nodeLock whether a node takes one device task at a time
 * @param vgpu whether tasks may take virtual GPUs
 * @param ascendMindClusterVnpu whether tasks may take virtual NPUs managed by MindCluster
 * @param ascendHamiVnpu whether tasks may take virtual NPUs managed by HAMi
 * @param schedulePolicy {@code binpack}, {@code spread}, or anything else for no preference
 * @param scheduleWeight of the score by that policy
 * @param geometriesConfigMap name of the ConfigMap with the known geometries of devices
 * @param geometriesNamespace namespace of that ConfigMap
 * @param exclusiveRules labels; pods that carry all labels of a rule share no virtual GPU card with
 *     each other
 */
public record DeviceShareArgs(
    boolean gpuSharing,
    boolean gpuNumber,
    boolean nodeLock,
    boolean vgpu,
    boolean ascendMindClusterVnpu,
    boolean ascendHamiVnpu,
    String schedulePolicy,
    long scheduleWeight,
    String geometriesConfigMap,
    String geometriesNamespace,
    List<Map<String, String>> exclusiveRules) {

  public static final DeviceShareArgs DEFAULTS =
      new DeviceShareArgs(
          false,
          false,
          false,
          false,
          false,
          false,
          "",
          0,
          "volcano-vgpu-device-config",
          "kube-system",
          List.of());

  private static final Set<String> POLICIES = Set.of("binpack", "spread");

  public DeviceShareArgs {
    exclusiveRules =
        exclusiveRules.stream()
            .map(rule -> Collections.unmodifiableMap(new LinkedHashMap<>(rule)))
            .toList();
  }

  public static DeviceShareArgs bind(Arguments in) {
    var args =
        new DeviceShareArgs(
            in.flag("deviceshare.GPUSharingEnable").or(false),
            in.flag("deviceshare.GPUNumberEnable").or(false),
            in.flag("deviceshare.NodeLockEnable").or(false),
            in.flag("deviceshare.VGPUEnable").or(false),
            in.flag("deviceshare.AscendMindClusterVNPUEnable").or(false),
            in.flag("deviceshare.AscendHAMiVNPUEnable").or(false),
            in.text("deviceshare.SchedulePolicy")
                .should(POLICIES::contains, "be binpack or spread")
                .or(DEFAULTS.schedulePolicy),
            in.integer("deviceshare.ScheduleWeight")
                .should(weight -> weight >= 0, "be at least 0")
                .or(DEFAULTS.scheduleWeight),
            in.text("deviceshare.KnownGeometriesCMName").or(DEFAULTS.geometriesConfigMap),
            in.text("deviceshare.KnownGeometriesCMNamespace").or(DEFAULTS.geometriesNamespace),
            exclusiveRules(in));
    if (args.gpuSharing && args.gpuNumber) {
      in.refuse(
          "deviceshare.GPUNumberEnable",
          ProblemKind.FORBIDDEN,
          "(true) must not stand together with deviceshare.GPUSharingEnable");
    }
    if ((args.gpuSharing || args.gpuNumber) && args.vgpu) {
      in.refuse(
          "deviceshare.VGPUEnable",
          ProblemKind.FORBIDDEN,
          "(true) must not stand together with deviceshare.%s"
              .formatted(args.gpuSharing ? "GPUSharingEnable" : "GPUNumberEnable"));
    }
    return args;
  }

  private static List<Map<String, String>> exclusiveRules(Arguments in) {
    var rules = new ArrayList<Map<String, String>>();
    for (Arguments item : in.objects("deviceshare.GPUExclusiveRules")) {
      var rule = new LinkedHashMap<String, String>();
      for (String label : item.keys()) {
        String value = item.text(label).orNull();
        if (value != null) {
          rule.put(label, value);
        }
      }
      if (!rule.isEmpty()) {
        rules.add(rule);
      }
    }
    return rules;
  }
}
