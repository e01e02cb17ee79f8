package io.merapi.api.workload;

import io.merapi.api.meta.Labels;
import io.merapi.api.pod.PodSpec;

/** What a controller makes its pods from. */
public record PodTemplate(Labels labels, Labels annotations, PodSpec spec) {}
