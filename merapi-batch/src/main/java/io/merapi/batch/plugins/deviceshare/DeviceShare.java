package io.merapi.batch.plugins.deviceshare;

import io.merapi.api.batch.DeviceKeys;
import io.merapi.api.framework.Dependence;
import io.merapi.api.pod.Pod;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.BatchNodeOrder;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.NodeOrder;
import io.merapi.api.session.extension.Predicate;
import io.merapi.batch.devices.DevicePool;
import io.merapi.batch.devices.mindcluster.MindClusterNpus;
import io.merapi.batch.devices.vgpu.ExclusiveGpus;
import io.merapi.batch.devices.vgpu.VirtualGpus;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.SchedulingSession;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Lets tasks go only where enough is left of the devices that they ask for, and prefers nodes by a
 * policy.
 *
 * <p>Which devices a task gets is decided when it takes its place; the plugin {@code predicates}
 * sees to that.
 */
public final class DeviceShare implements Predicate, NodeOrder, BatchNodeOrder {

  public static final String NAME = "deviceshare";

  private static final String VENDOR_OF_NPUS = "huawei.com/";

  private final DeviceShareArgs args;

  /** One pool of each family that must be asked every question. */
  private final Map<String, DevicePool> remembering = new TreeMap<>();

  /** Opens the plugin. */
  public DeviceShare(DeviceShareArgs args, SchedulingSession session) {
    this.args = args;
    if (!args.exclusiveRules().isEmpty()) {
      session.nodes().forEach(this::keepApart);
    }
    if (args.ascendMindClusterVnpu() || args.ascendHamiVnpu()) {
      openNpus(session);
    }
  }

  private void keepApart(NodeState node) {
    List<Pod> pods = node.tasks().stream().map(Task::pod).toList();
    node.replaceDevices(pool -> ExclusiveGpus.of(pool, args.exclusiveRules(), pods));
  }

  private void openNpus(SchedulingSession session) {
    int npuCores = session.resources().index(DeviceKeys.NPU_CORE);
    for (NodeState node : session.nodes()) {
      for (DevicePool pool : node.devices()) {
        if (pool instanceof MindClusterNpus npus) {
          open(npus, node, npuCores);
        }
        if (pool.remembersQuestions()) {
          remembering.putIfAbsent(pool.family(), pool);
        }
      }
    }
  }

  private static void open(MindClusterNpus npus, NodeState node, int cores) {
    if (isOfVendor(node.capacity())) {
      npus.open(
          node.capacity().get(cores),
          () ->
              node.idle().hasScalar(cores)
                  ? OptionalDouble.of(node.idle().get(cores))
                  : OptionalDouble.empty(),
          node.tasks().stream().filter(task -> isOfVendor(task.request())).map(Task::pod).toList());
    }
  }

  /** Whether some of it is of the vendor of these NPUs. */
  private static boolean isOfVendor(Resources resources) {
    for (int i = 0; i < resources.scalarCount(); i++) {
      String name = resources.dictionary().name(resources.scalarId(i));
      if (name.contains(VENDOR_OF_NPUS)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String name() {
    return NAME;
  }

  /** A lock that is left on a node is void after some time. */
  @Override
  public boolean readsClock() {
    return args.nodeLock();
  }

  @Override
  public boolean tellsJobsApart() {
    return false;
  }

  /** Rules that keep pods apart go by their labels. */
  @Override
  public boolean readsIdentity() {
    return !args.exclusiveRules().isEmpty();
  }

  /** What ConfigMaps say of devices counts too, but then nodes begin anew. */
  @Override
  public Optional<Object> standpoint() {
    return Optional.of(args);
  }

  @Override
  public boolean mayBeAskedAtOnce(Task task) {
    return !mustAskAlways(task);
  }

  @Override
  public Fit predicate(Task task, SessionNode node) {
    for (DevicePool pool : pools(node)) {
      if (pool.asksFor(task.pod())) {
        Fit fit = pool.fit(task.pod(), args.schedulePolicy());
        if (!fit.isSuccess()) {
          return fit;
        }
      }
    }
    return Fit.fits();
  }

  @Override
  public Dependence predicateDependence(Task task) {
    return mustAskAlways(task) ? Dependence.CLUSTER : Dependence.NODE;
  }

  private boolean mustAskAlways(Task task) {
    return VirtualGpus.tellsGroupsApart(task.pod())
        || remembering.values().stream().anyMatch(pool -> pool.asksFor(task.pod()));
  }

  @Override
  public double scoreNode(Task task, SessionNode node) {
    if (args.scheduleWeight() <= 0) {
      return 0;
    }
    double sum = 0;
    for (DevicePool pool : pools(node)) {
      if (pool.asksFor(task.pod())) {
        sum += pool.score(task.pod(), args.schedulePolicy());
      }
    }
    return (double) (long) Math.floor(sum + 0.5) * args.scheduleWeight();
  }

  @Override
  public Dependence nodeOrderDependence(Task task) {
    return mustAskAlways(task) ? Dependence.CLUSTER : Dependence.NODE;
  }

  /** Only one family has a say in this. */
  @Override
  public double[] scoreNodes(Task task, List<? extends SessionNode> nodes) {
    List<MindClusterNpus> pools =
        nodes.stream()
            .flatMap(node -> pools(node).stream())
            .filter(MindClusterNpus.class::isInstance)
            .map(MindClusterNpus.class::cast)
            .filter(pool -> pool.asksFor(task.pod()))
            .toList();
    double[] scores = new double[nodes.size()];
    if (args.scheduleWeight() > 0 && pools.size() == scores.length) {
      double[] raw = MindClusterNpus.scores(task.pod(), pools);
      Arrays.setAll(scores, i -> raw[i] * args.scheduleWeight());
    }
    return scores;
  }

  @Override
  public Optional<List<ScorePart>> scoreParts(Task task) {
    return mustAskAlways(task) ? Optional.empty() : Optional.of(List.of());
  }

  private static List<DevicePool> pools(SessionNode node) {
    return ((NodeState) node).devices();
  }
}
