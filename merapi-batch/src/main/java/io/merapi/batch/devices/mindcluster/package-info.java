/**
 * Virtual NPUs of Ascend 310P cards that MindCluster manages: a pod takes whole chips, or a part of
 * one by templates of one, two or four cores ({@code huawei.com/npu-core}).
 *
 * <p>{@link io.merapi.batch.devices.mindcluster.MindClusterNpus} is the pool of a node; what
 * MindCluster reports of nodes in ConfigMaps is {@link
 * io.merapi.batch.devices.mindcluster.NodeReports}.
 */
@NullMarked
package io.merapi.batch.devices.mindcluster;

import org.jspecify.annotations.NullMarked;
