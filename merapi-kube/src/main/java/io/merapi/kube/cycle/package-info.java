/**
 * The scheduling cycle: takes pods from the queue one by one, finds each a node, assumes it to be
 * there, and binds it while the next pods are being looked at.
 *
 * <p>Everything here runs on one thread, the scheduling thread; effects answer whenever they are
 * done and are taken up on that thread again. Who drives it, a clock of a real cluster or one of a
 * simulated one, it cannot tell: events are handed in, and the driver asks when to come back.
 */
@NullMarked
package io.merapi.kube.cycle;

import org.jspecify.annotations.NullMarked;
