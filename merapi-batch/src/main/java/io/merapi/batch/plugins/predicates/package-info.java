/**
 * The filters of kube-scheduler, as predicates of a session: Volcano's {@code predicates} plugin.
 */
@NullMarked
package io.merapi.batch.plugins.predicates;

import org.jspecify.annotations.NullMarked;
