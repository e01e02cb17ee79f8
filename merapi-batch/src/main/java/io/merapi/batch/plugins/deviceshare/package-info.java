/** Tasks that share a GPU or NPU: Volcano's {@code deviceshare} plugin. */
@NullMarked
package io.merapi.batch.plugins.deviceshare;

import org.jspecify.annotations.NullMarked;
