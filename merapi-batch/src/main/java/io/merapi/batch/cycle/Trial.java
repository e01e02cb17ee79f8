package io.merapi.batch.cycle;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.Queue;
import io.merapi.api.pod.Pod;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.session.extension.BindContext;
import io.merapi.batch.effects.BatchEffects;
import io.merapi.batch.plugins.extender.Extender;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.tier.PluginFailure;
import io.merapi.kube.effects.Outcome;
import io.merapi.kube.state.Snapshot;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A session of a configuration that is not in force, of which nothing is carried out. */
final class Trial {

  private Trial() {}

  /**
   * Holds the session.
   *
   * @param cycle of the configuration; it shares nothing with the one in force and sends what it
   *     decides {@linkplain #NOWHERE nowhere}
   * @param failing the plugins that failed without this configuration, too
   * @return why the configuration is not fit to be used; null where nothing speaks against it
   */
  static @Nullable String objection(SessionCycle cycle, Snapshot snapshot, Set<String> failing) {
    SchedulingSession session;
    try {
      session = cycle.open(snapshot);
      cycle.act(session);
      session.close();
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      return "a session of it failed: " + e;
    }
    return session.failures().all().stream()
        .filter(failure -> !failing.contains(failure.plugin()))
        // Servers outside are not asked in a trial, which counts as their failure.
        .filter(failure -> !failure.plugin().equals(Extender.NAME))
        .findFirst()
        .map(PluginFailure::text)
        .orElse(null);
  }

  /** Takes everything, and nothing comes of it. */
  static final BatchEffects NOWHERE =
      new BatchEffects() {

        private final Outcome taken = new Outcome.Done();

        @Override
        public Outcome bind(Pod pod, String nodeName, BindContext context) {
          return taken;
        }

        @Override
        public Outcome evict(Pod pod, PodGroup group, String reason) {
          return taken;
        }

        @Override
        public void removeQueueGate(Pod pod) {}

        @Override
        public void updateStatus(PodGroup group, PodGroup.Status status) {}

        @Override
        public void updateAllocated(Queue queue, ResourceList allocated) {}

        @Override
        public void reportWaiting(Pod pod, String reason, String message, String nominatedNode) {}

        @Override
        public void report(PodGroup group, String type, String reason, String message) {}
      };
}
