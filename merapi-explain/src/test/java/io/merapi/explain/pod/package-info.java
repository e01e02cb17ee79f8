/** Tests of explanations, from manifests to reasons. */
@NullMarked
package io.merapi.explain.pod;

import org.jspecify.annotations.NullMarked;
