/** Tests of the counts that are kept for the domains of a topology. */
@NullMarked
package io.merapi.kube.topology;

import org.jspecify.annotations.NullMarked;
