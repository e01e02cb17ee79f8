package io.merapi.kube.devices;

/** A device that a node can reach, with where it comes from. */
record Candidate(InventoryDevice device, InventorySlice slice, DevicePool pool) {

  DeviceId id() {
    return device.id();
  }
}
