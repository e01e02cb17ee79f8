package io.merapi.api.device;

import io.merapi.api.resource.ResourceList;

/**
 * Named amounts under a name of their own: what a pool of partitionable devices has in common, or
 * what one of them takes from such a set.
 */
public record CounterSet(String name, ResourceList counters) {}
