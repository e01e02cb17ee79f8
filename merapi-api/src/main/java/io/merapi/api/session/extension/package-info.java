/**
 * The extension points of the batch layer: what a plugin may take part in, and what it may answer.
 *
 * <p>A plugin implements {@link io.merapi.api.session.extension.BatchPlugin} through the interfaces
 * of the points that it takes part in and nothing else. One instance serves one session: its
 * constructor is the opening, {@link io.merapi.api.session.extension.BatchPlugin#close} the
 * closing. How the answers of several plugins become one, tier by tier, is the session's business.
 * Methods are called by the session's thread only. Upstream counterpart: the {@code Add…Fn} methods
 * of {@code framework.Session} and {@code pkg/scheduler/api/types.go}.
 */
@NullMarked
package io.merapi.api.session.extension;

import org.jspecify.annotations.NullMarked;
