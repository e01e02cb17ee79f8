/**
 * Devices that the scheduler itself divides between pods: which a node has, which pods have a part
 * of them, and what is left.
 *
 * <p>Each node of a session has a {@link io.merapi.batch.devices.DevicePool} per family of devices
 * that the configuration switches on ({@link io.merapi.batch.devices.DeviceFamilies}). The plugin
 * {@code deviceshare} asks pools whether a task fits and how well; {@code predicates} has them give
 * out devices when a task takes its place. Families are packages of their own below this one.
 * Upstream counterpart: {@code pkg/scheduler/api/devices} of Volcano.
 */
@NullMarked
package io.merapi.batch.devices;

import org.jspecify.annotations.NullMarked;
