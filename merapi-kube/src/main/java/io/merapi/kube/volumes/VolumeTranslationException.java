package io.merapi.kube.volumes;

/** A volume of an in-tree plugin that has no counterpart in the CSI driver; in upstream's words. */
public final class VolumeTranslationException extends Exception {

  VolumeTranslationException(String message) {
    super(message);
  }
}
