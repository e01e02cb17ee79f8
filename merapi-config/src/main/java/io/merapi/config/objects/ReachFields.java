package io.merapi.config.objects;

import io.merapi.api.device.Device;
import io.merapi.api.selector.NodeSelector;
import org.jspecify.annotations.Nullable;

/** The three fields by which a slice, or a device in it, says on which nodes it can be used. */
final class ReachFields {

  private @Nullable String nodeName;
  private @Nullable NodeSelector nodeSelector;
  private boolean allNodes;

  /** Reads the value of a field that may be one of the three, and skips it otherwise. */
  void read(String field, ObjectCursor in) {
    switch (field) {
      case "nodeName" -> nodeName = in.textOrNull();
      case "nodeSelector" -> nodeSelector = SelectorFormat.readNodeSelector(in);
      case "allNodes" -> allNodes = in.flag();
      default -> in.skip();
    }
  }

  Device.Reach reach() {
    return nodeName == null && nodeSelector == null && !allNodes
        ? Device.Reach.UNSTATED
        : new Device.Reach(nodeName, nodeSelector, allNodes);
  }

  /** Adds the three to an object that is being written. */
  static void write(Device.Reach reach, FieldMap to) {
    to.flag("allNodes", reach.allNodes())
        .present("nodeName", reach.nodeName())
        .present("nodeSelector", SelectorFormat.write(reach.nodeSelector()));
  }
}
