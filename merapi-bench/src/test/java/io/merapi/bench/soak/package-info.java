/** Tests of the histories in which two ways of deciding are compared, and a few of them. */
@NullMarked
package io.merapi.bench.soak;

import org.jspecify.annotations.NullMarked;
