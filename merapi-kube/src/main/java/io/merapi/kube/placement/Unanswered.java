package io.merapi.kube.placement;

import java.io.Serial;

/**
 * That a plugin failed or gave an answer that cannot be kept, so that the attempt must be made
 * straight from the definition: there the failure gets its words.
 */
public final class Unanswered extends Exception {

  @Serial private static final long serialVersionUID = 1;

  public Unanswered() {
    super(null, null, false, false);
  }
}
