/** The scores of kube-scheduler, as node order of a session: Volcano's {@code nodeorder} plugin. */
@NullMarked
package io.merapi.batch.plugins.nodeorder;

import org.jspecify.annotations.NullMarked;
