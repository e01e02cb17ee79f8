/**
 * What several plugins need to know of volumes.
 *
 * <p>{@link io.merapi.kube.volumes.PodClaims} finds the claims that the volumes of a pod stand for.
 * {@link io.merapi.kube.volumes.CsiMigration} turns volumes of the old in-tree plugins into those
 * of the CSI drivers that took over: only as far as scheduling reads the result, which is driver,
 * handle and the nodes that can reach a volume. Upstream counterparts: {@code
 * k8s.io/csi-translation-lib} and {@code k8s.io/component-helpers/storage}.
 */
@NullMarked
package io.merapi.kube.volumes;

import org.jspecify.annotations.NullMarked;
