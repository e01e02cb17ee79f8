package io.merapi.kube.preemption;

import io.merapi.api.node.NodeInfo;

/** Says who would have to go from a node so that a pod fits. */
interface NodeSearch {

  NodeTry on(NodeInfo node);
}
