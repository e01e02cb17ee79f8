/**
 * Reads kube-scheduler's configuration: {@code KubeSchedulerConfiguration} and {@code
 * --feature-gates}.
 *
 * <p>{@link io.merapi.config.kube.KubeConfigurationReader} goes through upstream's three stages.
 * Decoding finds what the text is, strictly; validation asks whether each value is acceptable;
 * building asks whether profiles can be made of it. Upstream stops at the first stage that finds
 * something, and the {@link io.merapi.config.kube.KubeConfigurationReading.Refusal} says what it
 * would have said; the problems go on to the last stage, so that one run shows them all, each with
 * its place. Upstream counterparts: {@code cmd/kube-scheduler/app/options/configfile.go}, {@code
 * pkg/scheduler/apis/config/v1} and {@code validation}, and the checks of {@code scheduler.New}.
 */
@NullMarked
package io.merapi.config.kube;

import org.jspecify.annotations.NullMarked;
