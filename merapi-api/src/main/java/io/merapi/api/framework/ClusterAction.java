package io.merapi.api.framework;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * What happened to an object, as far as scheduling tells such things apart.
 *
 * <p>A change of a node that is none of the special ones wakes nobody.
 */
public enum ClusterAction {
  ADD,
  DELETE,
  UPDATE_NODE_ALLOCATABLE,
  UPDATE_NODE_LABEL,
  /** Its taints, or whether it takes pods at all. */
  UPDATE_NODE_TAINT,
  UPDATE_NODE_CONDITION,
  UPDATE_NODE_ANNOTATION,
  UPDATE_NODE_DECLARED_FEATURE,
  UPDATE_POD_LABEL,
  /** Some request became smaller. */
  UPDATE_POD_SCALE_DOWN,
  UPDATE_POD_TOLERATION,
  /** The last scheduling gate was taken away. */
  UPDATE_POD_SCHEDULING_GATES_ELIMINATED,
  /** The list of claims that were made for the pod. */
  UPDATE_POD_GENERATED_RESOURCE_CLAIM,
  /**
   * Any change of an object that is neither a pod nor a node; of a pod, one that is none of the
   * special ones, which only plugins are told that name them all, as {@link #UPDATE} does.
   */
  UPDATE_OBJECT;

  /** Every change of an object that was there before. */
  public static final Set<ClusterAction> UPDATE =
      Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(ADD, DELETE)));

  public static final Set<ClusterAction> ALL =
      Collections.unmodifiableSet(EnumSet.allOf(ClusterAction.class));
}
