/**
 * The port of extenders: programs outside that have a say in where pods go.
 *
 * <p>A {@link io.merapi.kube.extenders.SchedulerExtender} is one such program; {@link
 * io.merapi.kube.extenders.Extenders} are all of them in the order in which they are asked, with
 * what a cycle makes of their answers. How they are asked over the network stands in another
 * module. Victims are for the post-filter to show them, extender by extender.
 */
@NullMarked
package io.merapi.kube.extenders;

import org.jspecify.annotations.NullMarked;
