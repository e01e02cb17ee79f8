/** Tests of the search for devices. */
@NullMarked
package io.merapi.kube.devices;

import org.jspecify.annotations.NullMarked;
