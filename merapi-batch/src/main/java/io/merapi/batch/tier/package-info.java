/**
 * The tiers of a configuration: which plugins decide together, and what each may take part in.
 *
 * <p>A {@link io.merapi.batch.tier.Tier} holds plugins in order, each a {@link
 * io.merapi.batch.tier.PluginOption} with its switches and arguments. What a plugin takes part in
 * is an {@link io.merapi.batch.tier.ExtensionPoint}; which of them a {@link
 * io.merapi.batch.tier.PluginSwitch} turns off is upstream's rule, kept here in one place. How the
 * answers of a tier become one answer belongs to {@code io.merapi.batch.session}. Upstream
 * counterpart: {@code pkg/scheduler/conf}.
 */
@NullMarked
package io.merapi.batch.tier;

import org.jspecify.annotations.NullMarked;
