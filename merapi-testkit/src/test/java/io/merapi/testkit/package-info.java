/** Tests that fixtures can be repeated and meet the cases that they are for. */
@NullMarked
package io.merapi.testkit;

import org.jspecify.annotations.NullMarked;
