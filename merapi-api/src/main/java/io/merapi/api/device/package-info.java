/**
 * Devices: what drivers offer, what claims ask for and what has been allocated.
 *
 * <p>Drivers publish {@link io.merapi.api.device.ResourceSlice}s of {@link
 * io.merapi.api.device.Device}s; a {@link io.merapi.api.device.ResourceClaim} asks for some of them
 * through a {@link io.merapi.api.device.DeviceClass} and, once allocated, holds the answer as an
 * {@link io.merapi.api.device.Allocation}. Expressions stay text here; compiling and evaluating
 * them belongs to the plugin. What drivers alone understand is kept as text. Upstream counterpart:
 * {@code k8s.io/api/resource/v1}, known as dynamic resource allocation.
 */
@NullMarked
package io.merapi.api.device;

import org.jspecify.annotations.NullMarked;
