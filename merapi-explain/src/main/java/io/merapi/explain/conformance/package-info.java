/**
 * Holds the engine to what the real programs answered: reads golden cases, runs them, compares.
 *
 * <p>{@link io.merapi.explain.conformance.CaseFiles} finds the files, {@link
 * io.merapi.explain.conformance.GoldenCase} is one scenario with its recorded answers, {@link
 * io.merapi.explain.conformance.Conformance} runs it and gives a {@link
 * io.merapi.explain.conformance.CaseResult}. A case whose layer does not exist yet is loaded and
 * reported as not run, never as passed.
 */
@NullMarked
package io.merapi.explain.conformance;

import org.jspecify.annotations.NullMarked;
