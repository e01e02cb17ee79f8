/**
 * What batch scheduling says of one pod, or of one group of pods.
 *
 * <p>{@link io.merapi.explain.group.BatchExplanation} asks sessions on an offline cluster; the
 * answers themselves come from {@code io.merapi.explain.session}, in the fields of the recorded
 * ones. What would become of the group is found out by running the configured actions.
 */
@NullMarked
package io.merapi.explain.group;

import org.jspecify.annotations.NullMarked;
