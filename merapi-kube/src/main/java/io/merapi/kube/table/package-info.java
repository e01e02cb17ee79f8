/**
 * Tables that take less room than those of the JDK, for what there is one of for each pod or node:
 * {@link io.merapi.kube.table.KeyTable}. Nothing here knows of the cluster.
 */
@NullMarked
package io.merapi.kube.table;

import org.jspecify.annotations.NullMarked;
