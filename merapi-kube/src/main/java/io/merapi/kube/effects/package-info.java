/**
 * Ports through which decisions leave the scheduler.
 *
 * <p>The core asks for an effect and is told what came of it; whether a real cluster or a simulated
 * one carries it out, it cannot tell. Implementations live in the modules of those two; how often
 * to try again and what to do with a pod whose effect failed is decided by the cycle, not here.
 */
@NullMarked
package io.merapi.kube.effects;

import org.jspecify.annotations.NullMarked;
