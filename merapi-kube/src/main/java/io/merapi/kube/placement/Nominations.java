package io.merapi.kube.placement;

import io.merapi.api.pod.PodInfo;
import java.util.List;

/** The pods that room is being made for on nodes, and that are not there yet. */
public interface Nominations {

  Nominations NONE = _ -> List.of();

  /** The pods that are nominated to a node, in a defined order. */
  List<PodInfo> on(String nodeName);
}
