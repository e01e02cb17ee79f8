/**
 * Tests on a real etcd and API server, which the harness in {@code io.merapi.bench.controlplane}
 * builds and starts. {@code mvn verify -Pe2e} runs them; without Go they are skipped, except in CI.
 */
@NullMarked
package io.merapi.e2e;

import org.jspecify.annotations.NullMarked;
