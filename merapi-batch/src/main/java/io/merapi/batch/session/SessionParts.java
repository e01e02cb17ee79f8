package io.merapi.batch.session;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.fixes.Fixes;
import io.merapi.batch.effects.BatchEffects;
import java.time.InstantSource;

/** What one scheduler hands to all its sessions. */
public record SessionParts(
    BatchEffects effects, FeatureGates gates, Fixes fixes, InstantSource clock) {}
