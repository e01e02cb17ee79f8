/** Tests of the {@code InterPodAffinity} plugin. */
@NullMarked
package io.merapi.kube.plugins.interpodaffinity;

import org.jspecify.annotations.NullMarked;
