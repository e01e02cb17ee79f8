/**
 * Virtual GPUs of NVIDIA cards: parts of a card's memory and cores, cut by software ({@code
 * hami-core}) or by the card itself ({@code mig}).
 *
 * <p>{@link io.merapi.batch.devices.vgpu.VirtualGpus} is the pool of a node; {@link
 * io.merapi.batch.devices.vgpu.ExclusiveGpus} keeps pods of one rule off each other's cards.
 */
@NullMarked
package io.merapi.batch.devices.vgpu;

import org.jspecify.annotations.NullMarked;
