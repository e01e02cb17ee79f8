/** Pods that started a short while ago are no victims: Volcano's {@code cdp} plugin. */
@NullMarked
package io.merapi.batch.plugins.cdp;

import org.jspecify.annotations.NullMarked;
