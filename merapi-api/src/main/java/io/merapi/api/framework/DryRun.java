package io.merapi.api.framework;

import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import java.util.List;

/** Tries how a pod would fit a node if other pods came to it or were gone from it. */
public interface DryRun {

  /**
   * Begins a trial on a node as the cluster has it, and ends the one before; trials know nothing of
   * each other.
   */
  Trial on(NodeInfo node);

  /**
   * The pods that room is being made for on a node; the same object as before where they have not
   * changed.
   */
  List<PodInfo> nominatedTo(String nodeName);

  /**
   * What the outcome of a trial depends on, beside its steps and the pods that are nominated to its
   * node: where it is the node, a trial of another pod of the class has the same outcome as long as
   * the node is as it was.
   */
  default Dependence dependence() {
    return Dependence.CLUSTER;
  }

  /** One node, changed step by step; the real one stays as it is. */
  interface Trial {

    /** The node after the steps so far. */
    NodeInfo node();

    /** Takes a pod off the node; anything but success means that the trial is of no use. */
    Verdict remove(PodInfo pod);

    /** Puts a pod on the node. */
    Verdict add(PodInfo pod);

    /** Whether the pod fits now, also beside the pods that are nominated to the node. */
    Judgement filter();
  }

  /**
   * What the filters say of a node.
   *
   * @param plugin the one that decided; empty where all accept, and where upstream names none
   */
  record Judgement(Verdict verdict, String plugin) {}
}
