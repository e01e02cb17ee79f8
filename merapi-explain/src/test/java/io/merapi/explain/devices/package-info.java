/** Tests of families of devices by scenarios: whole sessions on clusters that files describe. */
@NullMarked
package io.merapi.explain.devices;

import org.jspecify.annotations.NullMarked;
