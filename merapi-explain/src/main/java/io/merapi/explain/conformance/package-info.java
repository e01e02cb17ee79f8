/**
 * Holds the engine to what the real programs answered: reads golden cases, runs them, compares.
 *
 * <p>{@link io.merapi.explain.conformance.CaseFiles} finds the files, {@link
 * io.merapi.explain.conformance.GoldenCase} is one scenario with its recorded answers, {@link
 * io.merapi.explain.conformance.Conformance} runs it and gives a {@link
 * io.merapi.explain.conformance.CaseResult}. The engine's answers are made by {@code
 * io.merapi.explain.answers} in the shape of the recorded ones and compared as trees. A kube case
 * that needs plugins which this engine does not have is compared without their part and reported as
 * partly equal, never as passed.
 */
@NullMarked
package io.merapi.explain.conformance;

import org.jspecify.annotations.NullMarked;
