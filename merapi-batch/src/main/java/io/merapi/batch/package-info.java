/**
 * The layer that does the work of Volcano's vc-scheduler: sessions, tiers, actions and plugins, on
 * top of the kube layer.
 */
@NullMarked
package io.merapi.batch;

import org.jspecify.annotations.NullMarked;
