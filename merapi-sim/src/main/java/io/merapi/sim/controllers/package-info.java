/**
 * What Volcano's controllers and webhooks do, as far as a simulation needs it.
 *
 * <p>{@link io.merapi.sim.controllers.VolcanoControllers} starts them all: queues are opened, every
 * Volcano Job gets a pod group and, once that is admitted, its pods, and a pod of the scheduler
 * that belongs to no group gets one of its own. Pods that were evicted are made again, as the
 * policies of their job say. Upstream counterpart: {@code pkg/controllers/job} and {@code
 * pkg/controllers/podgroup} of Volcano.
 */
@NullMarked
package io.merapi.sim.controllers;

import org.jspecify.annotations.NullMarked;
