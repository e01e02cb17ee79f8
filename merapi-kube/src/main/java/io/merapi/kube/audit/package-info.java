/**
 * Checks of what a scheduler keeps: that its sums are the sums of their parts, that nothing is
 * negative, and that nothing speaks of what is not there.
 *
 * <p>A check looks at everything and is meant for now and then. It says what does not agree; what
 * is done about it is the business of whoever asked.
 */
@NullMarked
package io.merapi.kube.audit;

import org.jspecify.annotations.NullMarked;
