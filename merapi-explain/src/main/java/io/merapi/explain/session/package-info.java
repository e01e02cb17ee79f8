/**
 * What a session of the batch layer says of its jobs, queues, tasks and nodes.
 *
 * <p>{@link io.merapi.explain.session.SessionAnswers} puts the questions, each that changes
 * something to a fresh session, and gives the answers the shape of the recorded ones of Volcano,
 * for comparison with them and for programs.
 */
@NullMarked
package io.merapi.explain.session;

import org.jspecify.annotations.NullMarked;
