/** What the tests of several plugins share: one plugin on a small cluster, and random clusters. */
@NullMarked
package io.merapi.kube.plugins;

import org.jspecify.annotations.NullMarked;
