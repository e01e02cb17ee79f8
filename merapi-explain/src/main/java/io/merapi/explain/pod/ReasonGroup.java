package io.merapi.explain.pod;

import java.util.List;

/**
 * Nodes that were turned down for one reason.
 *
 * @param plugin the plugin that gave it; several, with commas, where they ruled nodes out together
 * @param reason in the words of the pod's event
 * @param evictionHelps whether evicting pods from these nodes might help
 * @param nodes by name, in the order of nodes
 * @param detail what the first of the nodes lacks; empty where the reason says all
 */
public record ReasonGroup(
    String plugin, String reason, boolean evictionHelps, List<String> nodes, String detail) {

  public ReasonGroup {
    nodes = List.copyOf(nodes);
  }
}
