package io.merapi.batch.plugins.deviceshare;

import io.merapi.api.batch.DeviceKeys;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.fixes.Fix;
import io.merapi.api.session.extension.BindContext;
import io.merapi.api.session.extension.BindHandler;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.devices.DeviceFamilies;
import io.merapi.batch.devices.gpushare.SharedGpus;
import io.merapi.batch.devices.vgpu.VgpuSettings;
import io.merapi.batch.devices.vgpu.VirtualGpus;
import io.merapi.batch.plugins.predicates.PredicatesStage;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.Statement;
import io.merapi.batch.session.World;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A cluster with one job, {@code job}, and sessions with predicates and deviceshare. */
public final class DeviceStage {

  private final PredicatesStage stage;
  private @Nullable DeviceShare plugin;

  private DeviceStage(DeviceFamilies families, DeviceShareArgs args, ClusterObject... objects) {
    stage = new PredicatesStage(objects);
    stage
        .world()
        .devices(families)
        .tier(session -> {
          plugin = new DeviceShare(args, (SchedulingSession) session);
          return plugin;
        });
  }

  /** GPUs by memory. */
  static DeviceStage gpusByMemory(boolean locks, ClusterObject... objects) {
    return gpus(SharedGpus.Mode.MEMORY, locks, objects);
  }

  /** GPUs by number. */
  static DeviceStage gpusByNumber(ClusterObject... objects) {
    return gpus(SharedGpus.Mode.NUMBER, false, objects);
  }

  private static DeviceStage gpus(SharedGpus.Mode mode, boolean locks, ClusterObject... objects) {
    return new DeviceStage(
        new DeviceFamilies(new DeviceFamilies.Gpus(mode, locks), null, null, null),
        DeviceShareArgs.DEFAULTS,
        objects);
  }

  /** Virtual GPUs, under arguments. */
  static DeviceStage vgpus(DeviceShareArgs args, ClusterObject... objects) {
    return vgpus(args, true, false, objects);
  }

  /** The same, where the plugin is not asked whether there is enough. */
  static DeviceStage unaskedVgpus(DeviceShareArgs args, ClusterObject... objects) {
    return vgpus(args, false, false, objects);
  }

  /** The same, with everything given back exactly. */
  public static DeviceStage exactVgpus(ClusterObject... objects) {
    DeviceStage stage = vgpus(vgpuArgs("", 0), true, true, objects);
    stage.stage.world().fixing(Fix.EXACT_DEVICE_ARITHMETIC, Fix.ATOMIC_STATEMENTS);
    return stage;
  }

  private static DeviceStage vgpus(
      DeviceShareArgs args, boolean asked, boolean exact, ClusterObject... objects) {
    var options =
        new VirtualGpus.Options(
            VgpuSettings.DEFAULTS, args.schedulePolicy(), args.nodeLock(), asked, exact);
    return new DeviceStage(new DeviceFamilies(null, options, null, null), args, objects);
  }

  static DeviceShareArgs vgpuArgs(String policy, long weight) {
    return vgpuArgs(policy, weight, false, List.of());
  }

  static DeviceShareArgs vgpuArgs(
      String policy, long weight, boolean locks, List<Map<String, String>> rules) {
    return new DeviceShareArgs(
        false, false, locks, true, false, false, policy, weight, "", "", rules);
  }

  /** A node with room for everything but devices. */
  public static NodeBuilder roomy(String name) {
    return NodeBuilder.node(name)
        .allocatable("cpu", "64")
        .allocatable("memory", "64Gi")
        .allocatable("pods", "110");
  }

  /** A node with shared GPUs. */
  static NodeBuilder gpuNode(String name, int number, int memory) {
    return roomy(name)
        .allocatable(DeviceKeys.GPU_NUMBER, Integer.toString(number))
        .allocatable(DeviceKeys.GPU_MEMORY, Integer.toString(memory));
  }

  /** A node with cards of 16,000 that are cut by software, {@code name-0} and so on. */
  public static NodeBuilder vgpuNode(String name, int cards) {
    var register = new StringBuilder();
    for (int i = 0; i < cards; i++) {
      register.append(name).append('-').append(i).append(",10,16000,NVIDIA-V100,true,hami-core:");
    }
    return roomy(name)
        .allocatable(DeviceKeys.VGPU_NUMBER, Integer.toString(10 * cards))
        .allocatable(DeviceKeys.VGPU_MEMORY, Integer.toString(16_000 * cards))
        .allocatable(DeviceKeys.VGPU_CORES, Integer.toString(100 * cards))
        .annotation(DeviceKeys.NODE_VGPU_REGISTER, register.toString());
  }

  static PodBuilder gpuPod(String name, int memory) {
    return World.pending(name, "job")
        .requestExactly(DeviceKeys.GPU_MEMORY, Integer.toString(memory));
  }

  /** A pod that asks for virtual GPUs, and for that much memory and cores of each. */
  public static PodBuilder vgpuPod(String name, int number, int memory, int cores) {
    return World.pending(name, "job")
        .requestExactly(DeviceKeys.VGPU_NUMBER, Integer.toString(number))
        .requestExactly(DeviceKeys.VGPU_MEMORY, Integer.toString(memory))
        .requestExactly(DeviceKeys.VGPU_CORES, Integer.toString(cores));
  }

  public PredicatesStage predicates() {
    return stage;
  }

  DeviceShare plugin() {
    stage.session();
    return Objects.requireNonNull(plugin);
  }

  public Fit fit(String task, String node) {
    stage.session();
    return plugin().predicate(stage.task(task), Objects.requireNonNull(stage.session().node(node)));
  }

  double score(String task, String node) {
    fit(task, node);
    return plugin().scoreNode(stage.task(task), Objects.requireNonNull(stage.session().node(node)));
  }

  /** A statement with tasks on a node. */
  public Statement place(String node, String... tasks) {
    Statement statement = stage.session().statement();
    for (String task : tasks) {
      stage.fit(task, node);
      statement.allocate(stage.task(task), Objects.requireNonNull(stage.session().node(node)));
    }
    return statement;
  }

  /** What is written with the binding of a task. */
  public BindContext binding(String task) {
    var context = new BindContext();
    stage.session().plugins().all().stream()
        .filter(BindHandler.class::isInstance)
        .forEach(handler -> ((BindHandler) handler).prepareBind(stage.task(task), context));
    return context;
  }
}
