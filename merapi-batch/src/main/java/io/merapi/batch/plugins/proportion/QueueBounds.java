package io.merapi.batch.plugins.proportion;

import io.merapi.api.resource.Resources;

/**
 * What a queue's owner and the guarantees of others leave it.
 *
 * @param capability the most it may use, as it says itself; nothing where it does not say
 * @param realCapability the most it can use: what no other queue has as its guarantee, within its
 *     own capability
 * @param guarantee what is kept for it
 */
record QueueBounds(
    int weight, Resources capability, Resources realCapability, Resources guarantee) {}
