package io.merapi.batch.devices.mindcluster;

import io.merapi.api.batch.DeviceKeys;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The chips of a node, as its labels, annotations and reports have them when a session opens.
 *
 * <p>What cannot be found out stays 0; only a node of which everything is known is valid.
 */
final class NpuNode {

  private static final String VENDOR = "huawei.com/";
  private static final String ACCELERATOR = "accelerator";
  private static final String SERVER_TYPE = "servertype";
  private static final String CHIP_TYPE = "node.kubernetes.io/npu.chip.name";
  private static final String UNHEALTHY = "-Unhealthy";
  private static final int MILLI = 1000;

  private final Map<String, String> annotations = new HashMap<>();
  private final SortedMap<Integer, NpuChip> chips = new TreeMap<>();
  private final Set<Integer> unhealthy = new HashSet<>();
  private String kind = "";
  private String type = "";
  private int coresPerChip;
  private int totalCores;
  private int totalCpus;
  private int totalChips;
  private boolean valid;

  /** A node of which nothing is known. */
  NpuNode() {}

  /**
   * Looks at a node.
   *
   * @param capacity of {@code huawei.com/npu-core} in thousandths; 0 for none
   * @param pods that are on the node and ask for something of the vendor's
   */
  NpuNode(Node node, NodeReports reports, double capacity, List<Pod> pods) {
    annotations.putAll(node.meta().annotations().toMap());
    annotations.putAll(reports.devices(node.meta().name()));
    valid = capacity > 0 && readLabels(node) && countChips((int) (capacity / MILLI));
    if (valid) {
      NpuAmount whole = new NpuAmount(totalCores / totalChips, totalCpus / totalChips, "");
      for (int id : ids("")) {
        chips.put(id, new NpuChip(id, kind, whole));
      }
      unhealthy.addAll(ids(UNHEALTHY));
      pods.forEach(pod -> place(pod, whole));
    }
  }

  private boolean readLabels(Node node) {
    var labels = node.meta().labels();
    String[] accelerator = labels.getOrDefault(ACCELERATOR, "").split("-", -1);
    if (accelerator.length < 2) {
      return false;
    }
    kind = accelerator[1];
    String serverType = labels.get(SERVER_TYPE);
    if (serverType == null) {
      return false;
    }
    String[] parts = serverType.split("-", -1);
    Integer cores = parts.length < 2 ? null : number(parts[1]);
    coresPerChip = cores == null ? 0 : cores;
    String chipType = labels.get(CHIP_TYPE);
    type = chipType == null ? "" : chipType;
    return chipType != null && annotations.containsKey(VENDOR + kind);
  }

  private boolean countChips(int cores) {
    totalCores = cores;
    if (coresPerChip == 0 || cores % coresPerChip != 0 || cores / coresPerChip == 0) {
      return false;
    }
    totalChips = cores / coresPerChip;
    int cpus = NpuTemplates.cpusOfWhole(kind, type, coresPerChip);
    totalCpus = cpus < 0 ? 0 : cpus * totalChips;
    return cpus >= 0;
  }

  /** The chips of a list, such as {@code Ascend310P-0,Ascend310P-2}. */
  private List<Integer> ids(String suffix) {
    var ids = new ArrayList<Integer>();
    String prefix = kind + "-";
    for (String chip : annotations.getOrDefault(VENDOR + kind + suffix, "").split(",", -1)) {
      Integer id = number(chip.startsWith(prefix) ? chip.substring(prefix.length()) : chip);
      if (id != null) {
        ids.add(id);
      }
    }
    return ids;
  }

  static @Nullable Integer number(String text) {
    try {
      return Integer.valueOf(text);
    } catch (NumberFormatException _) {
      return null;
    }
  }

  /** Takes what a pod has that was found on the node. */
  private void place(Pod pod, NpuAmount whole) {
    String given = pod.meta().annotations().get(DeviceKeys.NPU_CORE);
    if (given == null) {
      return;
    }
    String real = pod.meta().annotations().getOrDefault(DeviceKeys.ASCEND_REAL, "");
    if (Arrays.stream(given.split(",", -1)).anyMatch(chip -> !chip.contains("-"))) {
      List<Integer> ids = new ArrayList<>();
      for (String text : given.split(",", -1)) {
        Integer id = number(text);
        if (id == null) {
          return;
        }
        ids.add(id);
      }
      for (int id : ids) {
        if (!unhealthy.contains(id)) {
          NpuChip chip = chip(id, whole);
          chip.found(Integer.toString(id), !real.isEmpty());
          chip.take(whole);
        }
      }
      return;
    }
    String[] part = given.split("-", -1);
    Integer id = part.length == 2 ? number(part[0]) : null;
    if (id != null && !unhealthy.contains(id)) {
      NpuChip chip = chip(id, whole);
      chip.found(real, !real.isEmpty());
      chip.cutInParts();
      NpuAmount amount =
          NpuTemplates.part(kind.equals(NpuTemplates.ASCEND_310P) ? kind : type, part[1]);
      if (amount != null) {
        chip.take(amount);
        chip.takeVideo(amount.video());
      }
    }
  }

  private NpuChip chip(int id, NpuAmount whole) {
    return chips.computeIfAbsent(id, _ -> new NpuChip(id, kind, whole));
  }

  /** Whether everything is known of it. */
  boolean valid() {
    return valid;
  }

  SortedMap<Integer, NpuChip> chips() {
    return chips;
  }

  int coresPerChip() {
    return coresPerChip;
  }

  int totalCores() {
    return totalCores;
  }

  int totalCpus() {
    return totalCpus;
  }

  int totalChips() {
    return totalChips;
  }
}
