/**
 * What a session is opened with, as {@code volcano-scheduler.conf} says it.
 *
 * <p>A {@link io.merapi.batch.configuration.BatchConfiguration} holds the actions in order, the
 * tiers of plugins with their switches and typed arguments, the arguments of the actions and where
 * node metrics come from. {@link io.merapi.batch.configuration.BatchAction} names all actions that
 * there are; plugins are listed in {@code io.merapi.batch.plugins}, tiers and the switches of their
 * plugins are in {@code io.merapi.batch.tier}.
 *
 * <p>The counterpart upstream is {@code pkg/scheduler/conf}. Reading files does not belong here.
 */
@NullMarked
package io.merapi.batch.configuration;

import org.jspecify.annotations.NullMarked;
