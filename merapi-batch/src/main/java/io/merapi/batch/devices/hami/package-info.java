/**
 * Virtual NPUs of Ascend cards that HAMi manages: parts of a card by templates of fixed sizes, or
 * of any size where software cuts the card ({@code hami-core}).
 *
 * <p>{@link io.merapi.batch.devices.hami.AscendNpus} is the pool of one model of cards on a node.
 */
@NullMarked
package io.merapi.batch.devices.hami;

import org.jspecify.annotations.NullMarked;
