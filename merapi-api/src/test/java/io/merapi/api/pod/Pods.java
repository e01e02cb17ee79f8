package io.merapi.api.pod;

import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.pod.PodStatus.ContainerStatus;
import io.merapi.api.pod.PodStatus.PodCondition;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Pods written as what they ask for: {@code "cpu=1 memory=1Gi"}. */
final class Pods {

  private final List<Container> containers = new ArrayList<>();
  private final List<Container> initContainers = new ArrayList<>();
  private final List<ContainerStatus> statuses = new ArrayList<>();
  private final List<ContainerStatus> initStatuses = new ArrayList<>();
  private final List<PodCondition> conditions = new ArrayList<>();
  private String qosClass = "";
  private ResourceList overhead = ResourceList.EMPTY;
  private @Nullable ResourceRequirements podLevel;
  private ResourceList podAllocated = ResourceList.EMPTY;
  private @Nullable ResourceRequirements podActual;

  private Pods() {}

  static Pods pod() {
    return new Pods();
  }

  Pods container(String requests) {
    return container(requests, "");
  }

  Pods container(String requests, String limits) {
    containers.add(make("c" + containers.size(), requests, limits, ""));
    return this;
  }

  Pods init(String requests) {
    return init(requests, "");
  }

  Pods init(String requests, String limits) {
    initContainers.add(make("i" + initContainers.size(), requests, limits, ""));
    return this;
  }

  Pods sidecar(String requests) {
    return sidecar(requests, "");
  }

  Pods sidecar(String requests, String limits) {
    initContainers.add(make("i" + initContainers.size(), requests, limits, "Always"));
    return this;
  }

  Pods overhead(String amounts) {
    overhead = list(amounts);
    return this;
  }

  Pods wholePod(String requests, String limits) {
    podLevel = requirements(requests, limits);
    return this;
  }

  Pods wholePodRuns(String actual, String allocated) {
    podActual = requirements(actual, "");
    podAllocated = list(allocated);
    return this;
  }

  /** The container made last runs with these amounts. */
  Pods runs(String actual, String allocated) {
    statuses.add(status("c" + (containers.size() - 1), actual, allocated));
    return this;
  }

  /** The init container made last runs with these amounts. */
  Pods initRuns(String actual, String allocated) {
    initStatuses.add(status("i" + (initContainers.size() - 1), actual, allocated));
    return this;
  }

  Pods resizePending(String reason) {
    conditions.add(new PodCondition("PodResizePending", "True", reason, "", null));
    return this;
  }

  Pods qosClass(String value) {
    qosClass = value;
    return this;
  }

  Pod build() {
    var spec =
        new PodSpec(
            "",
            null,
            "",
            "",
            containers,
            initContainers,
            overhead,
            podLevel,
            null,
            Affinity.NONE,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            false,
            null,
            "",
            "");
    var status =
        new PodStatus(
            PodPhase.UNSET,
            "",
            null,
            conditions,
            statuses,
            initStatuses,
            List.of(),
            null,
            podAllocated,
            podActual,
            qosClass);
    return new Pod(ObjectMeta.named("ns", "pod"), "", spec, status);
  }

  static ResourceList list(String amounts) {
    var map = new HashMap<String, Quantity>();
    if (!amounts.isEmpty()) {
      for (String amount : amounts.split(" ", -1)) {
        int equals = amount.indexOf('=');
        map.put(amount.substring(0, equals), Quantity.parse(amount.substring(equals + 1)));
      }
    }
    return new ResourceList(map);
  }

  private static Container make(String name, String requests, String limits, String restartPolicy) {
    return new Container(
        name, "image", requirements(requests, limits), List.of(), restartPolicy, false);
  }

  private static ContainerStatus status(String name, String actual, String allocated) {
    return new ContainerStatus(name, list(allocated), requirements(actual, actual));
  }

  private static ResourceRequirements requirements(String requests, String limits) {
    return new ResourceRequirements(list(requests), list(limits), List.of());
  }
}
