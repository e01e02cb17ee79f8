/** Tests of nodes as a session counts them. */
@NullMarked
package io.merapi.batch.node;

import org.jspecify.annotations.NullMarked;
