@NullMarked
package io.merapi.sim;

import org.jspecify.annotations.NullMarked;
