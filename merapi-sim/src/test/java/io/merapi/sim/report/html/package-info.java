@NullMarked
package io.merapi.sim.report.html;

import org.jspecify.annotations.NullMarked;
