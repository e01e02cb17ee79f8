/**
 * Finds devices for claims.
 *
 * <p>A {@link io.merapi.kube.devices.DeviceInventory} holds what drivers offer, {@link
 * io.merapi.kube.devices.AllocatedDevices} what of it is taken. A {@link
 * io.merapi.kube.devices.DeviceAllocator}, made once per attempt to schedule a pod, is asked for
 * each node whether the pod's claims can be had there, and answers with the allocations. It looks
 * at devices in a fixed order and takes the first set that fits, going back a step whenever it gets
 * stuck. Nothing here knows of pods, of the scheduling framework or of time. Upstream counterpart:
 * {@code k8s.io/dynamic-resource-allocation/structured}.
 */
@NullMarked
package io.merapi.kube.devices;

import org.jspecify.annotations.NullMarked;
