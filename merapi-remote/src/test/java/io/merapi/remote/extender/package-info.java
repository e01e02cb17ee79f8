/** Tests of extenders against servers that behave well and badly. */
@NullMarked
package io.merapi.remote.extender;

import org.jspecify.annotations.NullMarked;
