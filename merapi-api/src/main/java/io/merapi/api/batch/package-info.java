/**
 * Pod groups and the queues they wait in: the objects of Volcano's batch scheduling.
 *
 * <p>A {@link io.merapi.api.batch.PodGroup} says how many of its pods must start together and may
 * divide them by {@link io.merapi.api.batch.SubGroupPolicy}; a {@link io.merapi.api.batch.Queue}
 * says what share of the cluster its groups get. What pods, nodes, groups and queues add in labels
 * and annotations is listed in {@link io.merapi.api.batch.VolcanoKeys} and {@link
 * io.merapi.api.batch.DeviceKeys}. Upstream counterpart: {@code
 * volcano.sh/apis/pkg/apis/scheduling/v1beta1}. The shape of the network and of nodes is in {@code
 * io.merapi.api.topology}.
 */
@NullMarked
package io.merapi.api.batch;

import org.jspecify.annotations.NullMarked;
