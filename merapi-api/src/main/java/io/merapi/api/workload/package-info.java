/**
 * Objects around pods that scheduling consults: the controllers and services behind default
 * spreading, priorities, disruption budgets, namespaces and quotas.
 *
 * <p>Each is reduced to the few fields that decide something; pods themselves are in {@code
 * io.merapi.api.pod}, Volcano's groups and queues in {@code io.merapi.api.batch}. Upstream
 * counterparts: {@code k8s.io/api/core/v1}, {@code apps/v1}, {@code policy/v1} and {@code
 * scheduling/v1}.
 */
@NullMarked
package io.merapi.api.workload;

import org.jspecify.annotations.NullMarked;
