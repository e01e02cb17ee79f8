/** Tests of the {@code NodeVolumeLimits} plugin. */
@NullMarked
package io.merapi.kube.plugins.nodevolumelimits;

import org.jspecify.annotations.NullMarked;
