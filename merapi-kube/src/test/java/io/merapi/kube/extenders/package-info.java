/** Extenders that answer as they are told, and what a cycle makes of them. */
@NullMarked
package io.merapi.kube.extenders;

import org.jspecify.annotations.NullMarked;
