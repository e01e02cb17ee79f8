/** Sessions in tests: a small cluster, plugins at hand, and effects that are written down. */
@NullMarked
package io.merapi.batch.session;

import org.jspecify.annotations.NullMarked;
