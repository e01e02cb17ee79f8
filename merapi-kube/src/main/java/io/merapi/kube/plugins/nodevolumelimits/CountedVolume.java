package io.merapi.kube.plugins.nodevolumelimits;

/**
 * A volume that counts against the limit of its driver, once however many pods use it.
 *
 * @param expected whether the volume is not there yet, so that a claim stands for it
 * @param handle the driver's name of the volume, or the key of the claim
 */
record CountedVolume(String driver, boolean expected, String handle) {

  static CountedVolume existing(String driver, String handle) {
    return new CountedVolume(driver, false, handle);
  }

  static CountedVolume expected(String driver, String claimKey) {
    return new CountedVolume(driver, true, claimKey);
  }
}
