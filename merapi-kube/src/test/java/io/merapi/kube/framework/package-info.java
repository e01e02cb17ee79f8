/** Tests of the runs over the plugins of a profile, with plugins written for them. */
@NullMarked
package io.merapi.kube.framework;

import org.jspecify.annotations.NullMarked;
