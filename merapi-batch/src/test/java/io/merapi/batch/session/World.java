package io.merapi.batch.session;

import static io.merapi.testkit.QueueBuilder.queue;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGate;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.fixes.Fix;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodPhase;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.session.NodeUsage;
import io.merapi.api.session.Session;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.BatchPlugin;
import io.merapi.batch.devices.DeviceFamilies;
import io.merapi.batch.tier.PluginOption;
import io.merapi.batch.tier.PluginSwitch;
import io.merapi.batch.tier.Tier;
import io.merapi.batch.usage.NodeUsages;
import io.merapi.kube.framework.FanOut;
import io.merapi.kube.state.ClusterState;
import io.merapi.testkit.PodBuilder;
import io.merapi.testkit.PodGroupBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A small cluster with the queue {@code default}, and sessions on it with plugins at hand. */
public final class World {

  public static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

  private final ClusterState state =
      new ClusterState(new ResourceDictionary(), PodRequests.Rules.DEFAULT, PodClassReads.SESSIONS);
  private final RecordedEffects effects = new RecordedEffects();
  private final List<Function<Session, BatchPlugin>> plugins = new ArrayList<>();
  private FanOut fanOut = FanOut.NONE;
  private NodeUsages usages = new NodeUsages();
  private Fixes fixes = Fixes.NONE;
  private SessionOptions options = SessionOptions.DEFAULTS;
  private FeatureGates gates = FeatureGates.DEFAULTS;
  private DeviceFamilies devices = DeviceFamilies.NONE;
  private @Nullable SessionModel model;

  public World(ClusterObject... objects) {
    with(queue("default").build());
    with(objects);
  }

  /** Takes an object out of the cluster. */
  public World without(ClusterObject object) {
    state.apply(new ObjectEvent.Deleted(object));
    return this;
  }

  public World with(ClusterObject... objects) {
    for (ClusterObject object : objects) {
      state.apply(new ObjectEvent.Applied(object));
    }
    return this;
  }

  /** One more tier, of this plugin alone. */
  public World tier(Function<Session, BatchPlugin> plugin) {
    plugins.add(plugin);
    return this;
  }

  /** Has sessions do what is right in place of upstream's known bugs. */
  public World fixing(Fix... bugs) {
    fixes = Fixes.of(List.of(bugs));
    return this;
  }

  /** Has sessions follow other options of the command line. */
  public World options(SessionOptions newOptions) {
    options = newOptions;
    return this;
  }

  /** Has sessions ask plugins about many nodes on several threads. */
  public World threads(FanOut threads) {
    fanOut = threads;
    return this;
  }

  /** Has sessions divide devices. */
  public World devices(DeviceFamilies families) {
    devices = families;
    return this;
  }

  /** Has nodes be measured at other times than every 30 seconds; nothing is measured yet. */
  public World measuredEvery(Duration interval) {
    usages = new NodeUsages(interval);
    return this;
  }

  /** The measured load of a node in percent, some time ago. */
  public World load(String node, double cpu, double memory, Duration ago) {
    usages.put(node, NodeUsage.collected(NOW.minus(ago), cpu, memory));
    return this;
  }

  /** Switches a feature on. */
  public World enabling(FeatureGate gate) {
    gates = FeatureGates.of(Map.of(gate.key(), true)).gates();
    return this;
  }

  /** Switches a feature off. */
  public World disabling(FeatureGate gate) {
    gates = FeatureGates.of(Map.of(gate.key(), false)).gates();
    return this;
  }

  public RecordedEffects effects() {
    return effects;
  }

  /** A session that knows nothing of those before. */
  public SchedulingSession open() {
    model = new SessionModel(state.snapshot(), gates, options, fixes, devices, usages);
    return open(model);
  }

  /** The session after the one before, whose model follows the cluster. */
  public SchedulingSession openNext() {
    SessionModel kept = model;
    return kept != null && kept.follow(state.snapshot()) ? open(kept) : open();
  }

  private SchedulingSession open(SessionModel opened) {
    var tiers = new ArrayList<Tier>();
    for (int i = 0; i < plugins.size(); i++) {
      var option =
          new PluginOption(Integer.toString(i), PluginSwitch.defaults(), new NoArguments());
      tiers.add(new Tier(List.of(option)));
    }
    return new SchedulingSession(
        "session-1",
        opened,
        tiers,
        (option, session) -> plugins.get(Integer.parseInt(option.name())).apply(session),
        new SessionParts(effects, gates, fixes, InstantSource.fixed(NOW), usages, 0, fanOut));
  }

  /** A pod of a group that waits and asks for one cpu. */
  public static PodBuilder pending(String name, String group) {
    return PodBuilder.pod(name)
        .uid("uid-" + name)
        .group(group)
        .schedulerName("volcano")
        .phase(PodPhase.PENDING)
        .request("cpu", "1");
  }

  /** The same, running on a node. */
  public static PodBuilder running(String name, String group, String node) {
    return pending(name, group).on(node).phase(PodPhase.RUNNING);
  }

  /** Pending tasks of one job, by name. */
  public static Map<String, Task> tasks(String... names) {
    World world = new World(PodGroupBuilder.podGroup("g").build());
    for (String name : names) {
      world.with(pending(name, "g").build());
    }
    var tasks = new TreeMap<String, Task>();
    world.open().jobs().forEach(job -> job.tasks().forEach(task -> tasks.put(task.name(), task)));
    return tasks;
  }

  private record NoArguments() {}
}
