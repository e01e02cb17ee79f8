/**
 * What the engine says of a pod.
 *
 * <p>{@link io.merapi.explain.answers.PodInquiry} asks the plugins of a profile about one pod: all
 * together as a scheduling cycle would, and each by itself. Nothing is placed and nothing changes.
 * {@link io.merapi.explain.answers.PodAnswers} gives what was found the shape of the recorded
 * answers of kube-scheduler, for comparison with them and for programs.
 */
@NullMarked
package io.merapi.explain.answers;

import org.jspecify.annotations.NullMarked;
