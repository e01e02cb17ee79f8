/**
 * Tasks of a job near to, or away from, its other tasks: Volcano's {@code task-topology} plugin.
 */
@NullMarked
package io.merapi.batch.plugins.tasktopology;

import org.jspecify.annotations.NullMarked;
