@NullMarked
package io.merapi.sim.report.csv;

import org.jspecify.annotations.NullMarked;
