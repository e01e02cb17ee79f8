/** What the tests of several packages read from the golden vectors. */
@NullMarked
package io.merapi.config.golden;

import org.jspecify.annotations.NullMarked;
