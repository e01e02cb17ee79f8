/** Tests of the {@code PodTopologySpread} plugin. */
@NullMarked
package io.merapi.kube.plugins.podtopologyspread;

import org.jspecify.annotations.NullMarked;
