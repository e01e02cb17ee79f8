package io.merapi.batch.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.Queue;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.meta.Labels;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.pod.PodStatus;
import io.merapi.api.pod.PodStatus.PodCondition;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.session.NodeUsage;
import io.merapi.api.session.extension.BindContext;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.effects.BatchEffects;
import io.merapi.batch.plugins.BatchPlugins;
import io.merapi.batch.session.NodeSharding;
import io.merapi.batch.session.RecordedEffects;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.SessionOptions;
import io.merapi.batch.session.SessionParts;
import io.merapi.batch.session.World;
import io.merapi.batch.usage.NodeUsages;
import io.merapi.kube.effects.Outcome;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.state.ClusterState;
import io.merapi.kube.state.Snapshot;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A model that lives on from session to session is, whatever happens to the cluster and whatever
 * sessions do in between, the one that would be made anew; and so a session that is held on it
 * decides and tells the same as the first one of a scheduler that has just started.
 */
class KeptModelProperties {

  private static final int CLUSTERS = 60;
  private static final int SESSIONS = 12;

  @ParameterizedTest(name = "with fixes {0}")
  @ValueSource(strings = {"none", "all"})
  void isTheOneThatWouldBeMadeAnew(String fixes) {
    for (int seed = 0; seed < CLUSTERS; seed++) {
      new Run(seed, Fixes.parse(fixes), RandomConfiguration.of(seed)).holdSessions(false);
    }
  }

  @ParameterizedTest(name = "with fixes {0}")
  @ValueSource(strings = {"none", "all"})
  void isTheOneThatWouldBeMadeAnewWhereDevicesAreDivided(String fixes) {
    for (int seed = 0; seed < CLUSTERS; seed++) {
      new Run(seed, Fixes.parse(fixes), RandomConfiguration.dividing(seed)).holdSessions(true);
    }
  }

  /** One cluster, and a scheduler that holds sessions on it. */
  private static final class Run {

    private final int seed;
    private final SplittableRandom random;
    private final Fixes fixes;
    private final BatchConfiguration configuration;
    private final SessionOptions options;
    private final NodeUsages usages = new NodeUsages();
    private final ClusterState state;
    private final FollowedEffects effects = new FollowedEffects();
    private final SessionCycle kept;

    Run(int seed, Fixes fixes, BatchConfiguration configuration) {
      this.seed = seed;
      this.random = new SplittableRandom(seed);
      this.fixes = fixes;
      this.configuration = configuration;
      this.state =
          new ClusterState(
              new ResourceDictionary(), PodRequests.Rules.DEFAULT, configuration.podClassReads());
      NodeSharding.Mode[] modes = NodeSharding.Mode.values();
      this.options =
          SessionOptions.DEFAULTS.withSharding(
              new NodeSharding(modes[random.nextInt(modes.length)], "volcano"));
      this.kept = cycle(effects, options);
    }

    private SessionCycle cycle(BatchEffects to, SessionOptions by) {
      return new SessionCycle(
          configuration,
          by,
          BatchPlugins.IN_TREE.factory(SchedulerParts.forQuestions(), null),
          new SessionParts(
              to, FeatureGates.DEFAULTS, fixes, InstantSource.fixed(World.NOW), usages, 0),
          _ -> null);
    }

    void holdSessions(boolean devices) {
      var events = new RandomEvents(random, devices);
      events.first().forEach(state::apply);
      for (int i = 0; i < 60; i++) {
        takeIn(events.next());
      }
      for (int session = 0; session < SESSIONS; session++) {
        holdOne("seed %d, session %d".formatted(seed, session));
        effects.outcomes.stream().filter(_ -> random.nextInt(4) > 0).forEach(this::takeIn);
        for (int i = random.nextInt(4) * random.nextInt(4); i > 0; i--) {
          takeIn(events.next());
        }
        if (random.nextInt(3) == 0) {
          usages.put(
              "n" + random.nextInt(5),
              NodeUsage.collected(World.NOW, random.nextInt(100), random.nextInt(100)));
        }
      }
    }

    /** Now and then the model follows at once, so that the next session has less to do. */
    private void takeIn(ObjectEvent event) {
      state.apply(event);
      if (random.nextInt(6) == 0) {
        kept.prepare(state.snapshot());
      }
    }

    private void holdOne(String where) {
      Snapshot snapshot = state.snapshot();
      var plain = new RecordedEffects();
      SessionCycle first = cycle(plain, options.withReference(random.nextBoolean()));
      effects.begin();
      SchedulingSession expected = first.open(snapshot);
      SchedulingSession actual = kept.open(snapshot);
      assertThat(SessionFacts.of(actual)).as(where).isEqualTo(SessionFacts.of(expected));
      // What is done and not told at all must be forgotten too.
      if (random.nextInt(4) > 0) {
        first.act(expected);
        kept.act(actual);
        assertThat(SessionFacts.sums(actual)).as(where).isEqualTo(SessionFacts.sums(expected));
        expected.close();
        actual.close();
        assertThat(effects.records.calls()).as(where).isEqualTo(plain.calls());
        assertThat(effects.records.events()).as(where).isEqualTo(plain.events());
      } else {
        kept.act(actual);
      }
    }
  }

  /** Notes what a session has done, and what the cluster would be if all of it came true. */
  private static final class FollowedEffects implements BatchEffects {

    private RecordedEffects records = new RecordedEffects();
    private final List<ObjectEvent> outcomes = new ArrayList<>();

    void begin() {
      records = new RecordedEffects();
      outcomes.clear();
    }

    private void applied(ClusterObject object) {
      outcomes.add(new ObjectEvent.Applied(object));
    }

    @Override
    public Outcome bind(Pod pod, String nodeName, BindContext context) {
      var annotations = new TreeMap<String, String>();
      pod.meta().annotations().forEach(one -> annotations.put(one.getKey(), one.getValue()));
      annotations.putAll(context.annotations());
      applied(pod.withMeta(pod.meta().withAnnotations(Labels.of(annotations))).onNode(nodeName));
      return records.bind(pod, nodeName, context);
    }

    @Override
    public Outcome evict(Pod pod, PodGroup group, String reason) {
      applied(pod.withMeta(pod.meta().withDeletion(World.NOW)));
      return records.evict(pod, group, reason);
    }

    @Override
    public void removeQueueGate(Pod pod) {
      records.removeQueueGate(pod);
    }

    @Override
    public void updateStatus(PodGroup group, PodGroup.Status status) {
      applied(group.withStatus(status));
      records.updateStatus(group, status);
    }

    @Override
    public void updateAllocated(Queue queue, ResourceList allocated) {
      applied(queue.withStatus(queue.state(), allocated));
      records.updateAllocated(queue, allocated);
    }

    @Override
    public void reportWaiting(Pod pod, String reason, String message, String nominatedNode) {
      applied(told(pod, new PodCondition("PodScheduled", "False", reason, message, World.NOW)));
      records.reportWaiting(pod, reason, message, nominatedNode);
    }

    private static Pod told(Pod pod, PodCondition condition) {
      PodStatus old = pod.status();
      return new Pod(
          pod.meta(),
          pod.nodeName(),
          pod.spec(),
          new PodStatus(
              old.phase(),
              old.nominatedNodeName(),
              old.startTime(),
              List.of(condition),
              old.containerStatuses(),
              old.initContainerStatuses(),
              old.claimStatuses(),
              old.extendedResourceClaim(),
              old.allocatedResources(),
              old.resources(),
              old.qosClass()));
    }

    @Override
    public void report(PodGroup group, String type, String reason, String message) {
      records.report(group, type, reason, message);
    }
  }
}
