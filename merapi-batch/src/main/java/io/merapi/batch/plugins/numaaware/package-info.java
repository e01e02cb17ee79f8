/** Tasks go where their CPUs fit the NUMA topology: Volcano's {@code numa-aware} plugin. */
@NullMarked
package io.merapi.batch.plugins.numaaware;

import org.jspecify.annotations.NullMarked;
