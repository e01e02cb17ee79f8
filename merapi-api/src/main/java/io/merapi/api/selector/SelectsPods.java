package io.merapi.api.selector;

import java.util.Collection;

/**
 * An object of the cluster, other than a pod, whose selectors scheduling matches against the labels
 * of pods.
 *
 * <p>The classes of pods depend on it: a label that nobody reads does not tell two pods apart.
 */
public interface SelectsPods {

  /** The label keys that the selectors of this object name, each once. */
  Collection<String> podLabelKeys();
}
