package io.merapi.batch.placement;

import io.merapi.api.pod.PodClass;
import io.merapi.api.session.Job;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that no plugin of a session can tell apart when it looks at a node.
 *
 * @param job null where no plugin tells jobs apart
 */
record TaskClass(PodClass podClass, @Nullable Job job) {}
