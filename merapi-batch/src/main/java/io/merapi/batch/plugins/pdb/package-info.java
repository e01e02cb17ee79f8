/** Victims stay within their disruption budgets: Volcano's {@code pdb} plugin. */
@NullMarked
package io.merapi.batch.plugins.pdb;

import org.jspecify.annotations.NullMarked;
