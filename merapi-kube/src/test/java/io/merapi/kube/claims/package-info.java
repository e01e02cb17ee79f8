/** Tests of what claims say, and of which nodes their changes touch. */
@NullMarked
package io.merapi.kube.claims;

import org.jspecify.annotations.NullMarked;
