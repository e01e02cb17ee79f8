package io.merapi.config.objects;

import io.merapi.api.pod.PodPhase;
import io.merapi.api.pod.PodStatus;
import io.merapi.api.pod.PodStatus.ClaimStatus;
import io.merapi.api.pod.PodStatus.ContainerStatus;
import io.merapi.api.pod.PodStatus.ExtendedResourceClaim;
import io.merapi.api.pod.PodStatus.PodCondition;
import io.merapi.api.pod.PodStatus.RequestMapping;
import io.merapi.api.pod.ResourceRequirements;
import io.merapi.api.resource.ResourceList;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code status} of a pod. */
final class PodStatusFormat {

  private PodStatusFormat() {}

  static PodStatus read(ObjectCursor in) {
    if (!in.enterObject()) {
      return PodStatus.UNREPORTED;
    }
    PodPhase phase = PodPhase.UNSET;
    String nominatedNodeName = "";
    @Nullable Instant startTime = null;
    List<PodCondition> conditions = List.of();
    List<ContainerStatus> containerStatuses = List.of();
    List<ContainerStatus> initContainerStatuses = List.of();
    List<ClaimStatus> claimStatuses = List.of();
    @Nullable ExtendedResourceClaim extendedResourceClaim = null;
    ResourceList allocatedResources = ResourceList.EMPTY;
    @Nullable ResourceRequirements resources = null;
    String qosClass = "";
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "phase" -> phase = PodPhase.of(in.text());
        case "nominatedNodeName" -> nominatedNodeName = in.sharedText();
        case "startTime" -> startTime = in.time();
        case "conditions" -> conditions = in.list(PodStatusFormat::readCondition);
        case "containerStatuses" -> containerStatuses = readContainerStatuses(in);
        case "initContainerStatuses" -> initContainerStatuses = readContainerStatuses(in);
        case "resourceClaimStatuses" -> claimStatuses = in.list(PodStatusFormat::readClaimStatus);
        case "extendedResourceClaimStatus" -> extendedResourceClaim = readExtendedClaim(in);
        case "allocatedResources" -> allocatedResources = in.resources();
        case "resources" -> resources = ResourcesFormat.readOrNull(in);
        case "qosClass" -> qosClass = in.sharedText();
        default -> in.skip();
      }
    }
    return new PodStatus(
        phase,
        nominatedNodeName,
        startTime,
        conditions,
        containerStatuses,
        initContainerStatuses,
        claimStatuses,
        extendedResourceClaim,
        allocatedResources,
        resources,
        qosClass);
  }

  static Map<String, Object> write(PodStatus status) {
    return new FieldMap()
        .resources("allocatedResources", status.allocatedResources())
        .list("conditions", status.conditions(), PodStatusFormat::write)
        .list("containerStatuses", status.containerStatuses(), PodStatusFormat::write)
        .present("extendedResourceClaimStatus", write(status.extendedResourceClaim()))
        .list("initContainerStatuses", status.initContainerStatuses(), PodStatusFormat::write)
        .text("nominatedNodeName", status.nominatedNodeName())
        .text("phase", status.phase().text())
        .text("qosClass", status.qosClass())
        .list("resourceClaimStatuses", status.claimStatuses(), PodStatusFormat::write)
        .present("resources", ResourcesFormat.writeOrNull(status.resources()))
        .time("startTime", status.startTime())
        .fields();
  }

  private static PodCondition readCondition(ObjectCursor in) {
    String type = "";
    String status = "";
    String reason = "";
    String message = "";
    @Nullable Instant lastTransitionTime = null;
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "type" -> type = in.sharedText();
          case "status" -> status = in.sharedText();
          case "reason" -> reason = in.sharedText();
          case "message" -> message = in.sharedText();
          case "lastTransitionTime" -> lastTransitionTime = in.time();
          default -> in.skip();
        }
      }
    }
    return new PodCondition(type, status, reason, message, lastTransitionTime);
  }

  private static Map<String, Object> write(PodCondition condition) {
    return new FieldMap()
        .time("lastTransitionTime", condition.lastTransitionTime())
        .text("message", condition.message())
        .text("reason", condition.reason())
        .text("status", condition.status())
        .text("type", condition.type())
        .fields();
  }

  /** Statuses of the containers that report resources; the others say nothing to scheduling. */
  private static List<ContainerStatus> readContainerStatuses(ObjectCursor in) {
    if (!in.enterList()) {
      return List.of();
    }
    var statuses = new ArrayList<ContainerStatus>();
    while (in.nextItem()) {
      ContainerStatus status = readContainerStatus(in);
      if (status.resources() != null || !status.allocatedResources().isEmpty()) {
        statuses.add(status);
      }
    }
    return statuses;
  }

  private static ContainerStatus readContainerStatus(ObjectCursor in) {
    String name = "";
    ResourceList allocatedResources = ResourceList.EMPTY;
    @Nullable ResourceRequirements resources = null;
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "name" -> name = in.sharedText();
          case "allocatedResources" -> allocatedResources = in.resources();
          case "resources" -> resources = ResourcesFormat.readOrNull(in);
          default -> in.skip();
        }
      }
    }
    return in.shared(new ContainerStatus(name, allocatedResources, resources));
  }

  private static Map<String, Object> write(ContainerStatus status) {
    return new FieldMap()
        .resources("allocatedResources", status.allocatedResources())
        .text("name", status.name())
        .present("resources", ResourcesFormat.writeOrNull(status.resources()))
        .fields();
  }

  private static ClaimStatus readClaimStatus(ObjectCursor in) {
    String name = "";
    @Nullable String claimName = null;
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "name" -> name = in.sharedText();
          case "resourceClaimName" -> claimName = in.textOrNull();
          default -> in.skip();
        }
      }
    }
    return new ClaimStatus(name, claimName);
  }

  private static Map<String, Object> write(ClaimStatus status) {
    return new FieldMap()
        .text("name", status.name())
        .present("resourceClaimName", status.claimName())
        .fields();
  }

  private static @Nullable ExtendedResourceClaim readExtendedClaim(ObjectCursor in) {
    if (!in.enterObject()) {
      return null;
    }
    String claimName = "";
    List<RequestMapping> mappings = List.of();
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "resourceClaimName" -> claimName = in.text();
        case "requestMappings" -> mappings = in.list(PodStatusFormat::readMapping);
        default -> in.skip();
      }
    }
    return new ExtendedResourceClaim(claimName, mappings);
  }

  private static @Nullable Map<String, Object> write(@Nullable ExtendedResourceClaim claim) {
    if (claim == null) {
      return null;
    }
    return new FieldMap()
        .list("requestMappings", claim.mappings(), PodStatusFormat::write)
        .text("resourceClaimName", claim.claimName())
        .fields();
  }

  private static RequestMapping readMapping(ObjectCursor in) {
    String containerName = "";
    String resourceName = "";
    String requestName = "";
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "containerName" -> containerName = in.sharedText();
          case "resourceName" -> resourceName = in.sharedText();
          case "requestName" -> requestName = in.sharedText();
          default -> in.skip();
        }
      }
    }
    return new RequestMapping(containerName, resourceName, requestName);
  }

  private static Map<String, Object> write(RequestMapping mapping) {
    return new FieldMap()
        .text("containerName", mapping.containerName())
        .text("requestName", mapping.requestName())
        .text("resourceName", mapping.resourceName())
        .fields();
  }
}
