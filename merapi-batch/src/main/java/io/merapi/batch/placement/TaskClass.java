package io.merapi.batch.placement;

import io.merapi.api.session.Job;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that no plugin of a session can tell apart when it looks at a node.
 *
 * @param pods their class, or their {@link NodeDemand} where nothing else makes a difference
 * @param job null where no plugin tells jobs apart
 */
record TaskClass(Object pods, @Nullable Job job) {}
