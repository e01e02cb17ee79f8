/** Tests of what scoring by resources has in common. */
@NullMarked
package io.merapi.kube.plugins.noderesources;

import org.jspecify.annotations.NullMarked;
