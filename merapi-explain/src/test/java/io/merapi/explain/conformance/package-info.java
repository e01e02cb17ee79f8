/** Tests of the comparison with recorded answers. */
@NullMarked
package io.merapi.explain.conformance;

import org.jspecify.annotations.NullMarked;
