/** What threads of this module have in common. */
@NullMarked
package io.merapi.cluster.thread;

import org.jspecify.annotations.NullMarked;
