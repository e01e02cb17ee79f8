package io.merapi.batch.plugins.proportion;

import io.merapi.api.resource.Resources;

/**
 * What a queue brings to the division of the cluster.
 *
 * @param request what its jobs ask for
 * @param ceiling the most it can use
 * @param guarantee what is kept for it
 */
record Claim(int weight, Resources request, Resources ceiling, Resources guarantee) {}
