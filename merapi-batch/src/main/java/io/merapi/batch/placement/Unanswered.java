package io.merapi.batch.placement;

import java.io.Serial;

/** A plugin failed, or said something that cannot be kept: the definition must be asked. */
final class Unanswered extends Exception {

  @Serial private static final long serialVersionUID = 1;

  Unanswered() {
    super(null, null, false, false);
  }
}
