/**
 * Queues with what they deserve, may have at most and are guaranteed, per resource and in a
 * hierarchy: Volcano's {@code capacity} plugin.
 *
 * <p>{@code FlatQueues} or {@code QueueTree} open an account for each queue when a session opens.
 * {@code Admission}, {@code Room}, {@code Reclaim} and {@code AccountOrder} answer from these
 * accounts, {@code Capacity} hands questions to them and charges tasks as they move. Devices are a
 * part of an account ({@code DeviceQuota}).
 */
@NullMarked
package io.merapi.batch.plugins.capacity;

import org.jspecify.annotations.NullMarked;
