package io.merapi.kube.plugins.volumebinding;

import static java.util.Objects.requireNonNull;

/** A volume or a claim that cannot be judged; fails the attempt in upstream's words. */
final class VolumeSearchException extends Exception {

  private static final long serialVersionUID = 1;

  VolumeSearchException(String message) {
    // It tells of objects, not of code, and may be thrown for every node.
    super(message, null, false, false);
  }

  @Override
  public String getMessage() {
    return requireNonNull(super.getMessage());
  }
}
