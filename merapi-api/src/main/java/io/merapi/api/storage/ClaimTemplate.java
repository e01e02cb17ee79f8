package io.merapi.api.storage;

import io.merapi.api.meta.Labels;

/** The claim that an ephemeral volume makes for its pod. */
public record ClaimTemplate(Labels labels, Labels annotations, ClaimSpec spec) {}
