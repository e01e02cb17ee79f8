package io.merapi.sim.workload;

import io.merapi.api.cluster.ClusterObject;
import java.time.Instant;

/** An object that comes at a moment. */
public record Arrival(Instant when, ClusterObject object) {}
