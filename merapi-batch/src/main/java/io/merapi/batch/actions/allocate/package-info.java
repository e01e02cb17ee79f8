/** Places the tasks of jobs on nodes: Volcano's {@code allocate} action. */
@NullMarked
package io.merapi.batch.actions.allocate;

import org.jspecify.annotations.NullMarked;
