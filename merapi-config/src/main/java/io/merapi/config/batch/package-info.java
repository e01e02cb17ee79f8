/**
 * The reader of {@code volcano-scheduler.conf}.
 *
 * <p>{@link io.merapi.config.batch.BatchConfigurationReader} takes the file, or a ConfigMap that
 * holds it, and gives a typed configuration together with all that is to be said about the text:
 * what upstream refuses, where it falls back, and what works but can hardly be meant. Types are
 * checked as Go's yaml.v2 checks them against upstream's structures, arguments as upstream's
 * accessors and its structure decoder take them; {@code VolcanoScalars} holds those rules.
 *
 * <p>The counterpart upstream is {@code UnmarshalSchedulerConf}. What the arguments mean belongs to
 * the plugins and actions themselves.
 */
@NullMarked
package io.merapi.config.batch;

import org.jspecify.annotations.NullMarked;
