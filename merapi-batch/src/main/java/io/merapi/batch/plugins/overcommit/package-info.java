/**
 * Jobs enter the queue as if the cluster were a little larger than it is: Volcano's {@code
 * overcommit} plugin.
 */
@NullMarked
package io.merapi.batch.plugins.overcommit;

import org.jspecify.annotations.NullMarked;
