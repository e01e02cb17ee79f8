/** Tests of the {@code NodeResourcesFit} plugin. */
@NullMarked
package io.merapi.kube.plugins.noderesourcesfit;

import org.jspecify.annotations.NullMarked;
