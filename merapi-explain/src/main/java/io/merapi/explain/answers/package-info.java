/**
 * What the engine says of a pod, as plain maps and lists in the shape of the recorded answers of
 * kube-scheduler.
 *
 * <p>{@link io.merapi.explain.answers.PodAnswers} asks the plugins of a profile about one pod: all
 * together as a scheduling cycle would, and each by itself. Nothing is placed and nothing changes.
 * The same shape serves the comparison with recorded answers and the output of explanations.
 */
@NullMarked
package io.merapi.explain.answers;

import org.jspecify.annotations.NullMarked;
