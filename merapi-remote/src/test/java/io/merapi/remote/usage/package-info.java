/** Tests of monitoring systems that behave well and badly. */
@NullMarked
package io.merapi.remote.usage;

import org.jspecify.annotations.NullMarked;
