/**
 * The result of simulations as one HTML file that needs nothing else: no network, no other file,
 * and for reading not even a script.
 *
 * <p>{@link io.merapi.sim.report.html.HtmlReport} writes the page from the reports of one run or of
 * several side by side, on the same scales. Each section of the page is a class; the charts they
 * share are {@code TimeChart} and {@code HeatChart}; all text goes through {@code Markup}, which
 * escapes it. Whatever there is one of for each job or pod is summed up before it is drawn, so that
 * the page stays small. What a simulation counts and how belongs to {@code io.merapi.sim.report}.
 */
@NullMarked
package io.merapi.sim.report.html;

import org.jspecify.annotations.NullMarked;
