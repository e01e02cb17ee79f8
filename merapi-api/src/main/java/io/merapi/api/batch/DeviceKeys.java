package io.merapi.api.batch;

/**
 * Resources, annotations and labels of devices that batch scheduling divides between pods itself:
 * shared and virtual GPUs of NVIDIA, virtual NPUs of Ascend.
 *
 * <p>A comment names the object that carries the key. Annotations that say where a pod's devices
 * are were written by scheduling when it placed the pod, and are read back after a restart.
 */
public final class DeviceKeys {

  // Shared GPUs

  /** Resource: memory of a shared GPU. */
  public static final String GPU_MEMORY = "volcano.sh/gpu-memory";

  /** Resource: number of whole GPUs. */
  public static final String GPU_NUMBER = "volcano.sh/gpu-number";

  /** Pod annotation: the GPUs given to the pod, such as {@code 0,1}. */
  public static final String GPU_INDEX = "volcano.sh/gpu-index";

  /** Pod annotation: when the pod was given its GPUs. */
  public static final String PREDICATE_TIME = "volcano.sh/predicate-time";

  /** Node annotation: the GPUs that must not be used, such as {@code 0,3}. */
  public static final String GPU_UNHEALTHY_IDS = "volcano.sh/gpu-unhealthy-ids";

  // Virtual GPUs

  /** Resource: number of virtual GPUs. */
  public static final String VGPU_NUMBER = "volcano.sh/vgpu-number";

  /** Resource: memory of each virtual GPU. */
  public static final String VGPU_MEMORY = "volcano.sh/vgpu-memory";

  /** Resource: memory of each virtual GPU as a percentage of the card's. */
  public static final String VGPU_MEMORY_PERCENTAGE = "volcano.sh/vgpu-memory-percentage";

  /** Resource: cores of each virtual GPU as a percentage of the card's. */
  public static final String VGPU_CORES = "volcano.sh/vgpu-cores";

  /** Node annotation: the cards of the node. */
  public static final String NODE_VGPU_REGISTER = "volcano.sh/node-vgpu-register";

  /** Pod annotation: card types, in a comma-separated list, that the pod may use. */
  public static final String USE_GPU_TYPE = "nvidia.com/use-gputype";

  /** Pod annotation, read where the allowed types are absent: card types it must not use. */
  public static final String NO_USE_GPU_TYPE = "nvidia.com/nouse-gputype";

  /** Pod annotation: cards, in a comma-separated list, that the pod may use. */
  public static final String USE_GPU_UUID = "volcano.sh/vgpu-use-gpuuuid";

  /** Pod annotation: cards, in a comma-separated list, that the pod must not use. */
  public static final String NO_USE_GPU_UUID = "volcano.sh/vgpu-nouse-gpuuuid";

  /** Pod annotation: the way of sharing ({@code hami-core}, {@code mig}, {@code mps}) it needs. */
  public static final String VGPU_MODE = "volcano.sh/vgpu-mode";

  /** Pod annotation: {@code spread} keeps pods of one group on different cards. */
  public static final String VGPU_POD_GROUP_POLICY = "volcano.sh/vgpu-podgroup-policy";

  /** Pod annotation: the node that the pod's cards are on. */
  public static final String VGPU_NODE = "volcano.sh/vgpu-node";

  /** Pod annotation: the cards given to each container. */
  public static final String VGPU_IDS = "volcano.sh/vgpu-ids-new";

  /** Pod annotation: the cards that the device plugin has still to hand out. */
  public static final String VGPU_DEVICES_TO_ALLOCATE = "volcano.sh/devices-to-allocate";

  /** Pod annotation: when the pod was given its cards. */
  public static final String VGPU_TIME = "volcano.sh/vgpu-time";

  /** Pod annotation: when binding began. */
  public static final String VGPU_BIND_TIME = "volcano.sh/bind-time";

  /** Pod annotation: how far handing out has come; {@code success} when done. */
  public static final String VGPU_BIND_PHASE = "volcano.sh/bind-phase";

  // Virtual NPUs, divided by HAMi

  /** What HAMi's annotations start with; {@code hami.io/node-register-Ascend310P} on a node. */
  public static final String HAMI_PREFIX = "hami.io";

  /** Pod annotation: the node that the pod's devices are on. */
  public static final String HAMI_NODE = "hami.io/vgpu-node";

  /** Pod annotation: when the pod was given its devices. */
  public static final String HAMI_TIME = "hami.io/vgpu-time";

  /** Pod annotation: when binding began. */
  public static final String HAMI_BIND_TIME = "hami.io/bind-time";

  /** Pod annotation: how far handing out has come; {@code success} when done. */
  public static final String HAMI_BIND_PHASE = "hami.io/bind-phase";

  /** Node annotation: the lock that keeps two schedulers from giving out the same devices. */
  public static final String HAMI_NODE_LOCK = "hami.io/mutex.lock";

  /** Pod annotation: {@code hami-core} shares a card without templates. */
  public static final String VNPU_MODE = "huawei.com/vnpu-mode";

  /** Node annotation: whether the node shares cards that way, over the configured default. */
  public static final String HAMI_VNPU_CORE = "hami-vnpu-core";

  // Virtual NPUs, divided by MindCluster

  /** Resource, and pod annotation with the card and template given: cores of an NPU. */
  public static final String NPU_CORE = "huawei.com/npu-core";

  /** Pod annotation: the cards that the pod really uses. */
  public static final String ASCEND_REAL = "huawei.com/AscendReal";

  /** Pod annotation: when the pod was given its devices; for the device plugin. */
  public static final String NPU_PREDICATE_TIME = "predicate-time";

  /** Pod label: {@code ascend-310P} marks the pods that this division concerns. */
  public static final String RING_CONTROLLER = "ring-controller.atlas";

  /** Pod label: {@code low} or {@code high}, the number of CPUs that come with a virtual NPU. */
  public static final String VNPU_LEVEL = "vnpu-level";

  /** Pod label: {@code yes}, {@code no} or {@code null}, whether it comes with a video unit. */
  public static final String VNPU_DVPP = "vnpu-dvpp";

  private DeviceKeys() {}
}
