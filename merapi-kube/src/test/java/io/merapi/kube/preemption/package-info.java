/** Tests of preemption. */
@NullMarked
package io.merapi.kube.preemption;

import org.jspecify.annotations.NullMarked;
