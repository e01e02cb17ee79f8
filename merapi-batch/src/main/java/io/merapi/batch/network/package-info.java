/**
 * The domains of the network in a session, and what they mean for its jobs.
 *
 * <p>{@link io.merapi.batch.network.HyperNodeTree} puts HyperNodes together; {@link
 * io.merapi.batch.network.JobTopologies} says how close together jobs must be in its terms, and
 * where they lie already. Upstream counterpart: {@code hyper_node_info.go} and the opening of a
 * session.
 */
@NullMarked
package io.merapi.batch.network;

import org.jspecify.annotations.NullMarked;
