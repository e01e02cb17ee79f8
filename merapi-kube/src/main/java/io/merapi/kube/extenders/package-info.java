/**
 * The port of extenders: programs outside that have a say in where pods go.
 *
 * <p>What they are asked over the network stands in another module; here is only what the cycle
 * asks of them and what it makes of the answers.
 */
@NullMarked
package io.merapi.kube.extenders;

import org.jspecify.annotations.NullMarked;
