/** Tests of the queue: what it promises, one by one and under random orders of events. */
@NullMarked
package io.merapi.kube.queue;

import org.jspecify.annotations.NullMarked;
