package io.merapi.remote.extender;

import static io.merapi.testkit.QueueBuilder.queue;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.Queue;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.session.extension.BindContext;
import io.merapi.batch.cycle.SessionCycle;
import io.merapi.batch.effects.BatchEffects;
import io.merapi.batch.plugins.BatchPlugins;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.SessionOptions;
import io.merapi.batch.session.SessionParts;
import io.merapi.batch.tier.PluginFailure;
import io.merapi.config.batch.BatchConfigurationReader;
import io.merapi.config.objects.ObjectWriter;
import io.merapi.kube.effects.Outcome;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.state.ClusterState;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Sessions of the batch layer that ask a server, with what became of them. */
final class BatchSession implements AutoCloseable {

  private final ClusterState state =
      new ClusterState(new ResourceDictionary(), PodRequests.Rules.DEFAULT, PodClassReads.ALL);
  private final HttpExtenderTransport transport = new HttpExtenderTransport(ObjectWriter::tree);
  private final Map<String, String> binds = new TreeMap<>();
  private final SessionCycle cycle;
  private List<String> failures = List.of();

  /**
   * Makes ready for sessions.
   *
   * @param url of the server
   * @param arguments further ones of the plugin, such as {@code predicateVerb: predicate}
   */
  BatchSession(String url, String... arguments) {
    UnaryOperator<String> argument = text -> "      extender." + text;
    String text =
        """
        actions: "enqueue, allocate, backfill"
        tiers:
        - plugins:
          - name: gang
          - name: extender
            arguments:
              extender.urlPrefix: %s
        %s
        """
            .formatted(url, String.join("\n", List.of(arguments).stream().map(argument).toList()));
    this.cycle =
        new SessionCycle(
            BatchConfigurationReader.read("test", text).configuration().orElseThrow(),
            SessionOptions.DEFAULTS,
            BatchPlugins.IN_TREE.factory(SchedulerParts.forQuestions(), transport),
            new SessionParts(
                new Effects(), FeatureGates.DEFAULTS, Fixes.NONE, InstantSource.system(), 0),
            _ -> null);
    with(queue("default").build());
  }

  BatchSession with(ClusterObject... objects) {
    for (ClusterObject object : objects) {
      state.apply(new ObjectEvent.Applied(object));
    }
    return this;
  }

  /** Holds a session. */
  BatchSession hold() {
    binds.clear();
    SchedulingSession session = cycle.open(state.snapshot());
    cycle.act(session);
    session.close();
    failures = session.failures().all().stream().map(PluginFailure::text).toList();
    return this;
  }

  /** The nodes of pods that the last session bound, by the names of the pods. */
  Map<String, String> binds() {
    return binds;
  }

  /** What failed in the last session. */
  List<String> failures() {
    return failures;
  }

  /** As after another configuration was put in force. */
  void letGo() {
    transport.letGo();
  }

  @Override
  public void close() {
    transport.close();
  }

  private final class Effects implements BatchEffects {

    @Override
    public Outcome bind(Pod pod, String nodeName, BindContext context) {
      binds.put(pod.name(), nodeName);
      return new Outcome.Done();
    }

    @Override
    public Outcome evict(Pod pod, PodGroup group, String reason) {
      return new Outcome.Done();
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
  }
}
