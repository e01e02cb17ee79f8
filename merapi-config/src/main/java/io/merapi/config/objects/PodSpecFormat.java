package io.merapi.config.objects;

import io.merapi.api.meta.Labels;
import io.merapi.api.pod.Affinity;
import io.merapi.api.pod.Container;
import io.merapi.api.pod.PodResourceClaim;
import io.merapi.api.pod.PodSpec;
import io.merapi.api.pod.ResourceRequirements;
import io.merapi.api.pod.Toleration;
import io.merapi.api.pod.TopologySpreadConstraint;
import io.merapi.api.pod.Volume;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.selector.LabelSelector;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code spec} of a pod while it is read. The node name stands in it but belongs to the one pod,
 * not to what pods of a template share.
 */
final class PodSpecFormat {

  private String nodeName = "";
  private String schedulerName = "";
  private @Nullable Integer priority;
  private String priorityClassName = "";
  private String preemptionPolicy = "";
  private List<Container> containers = List.of();
  private List<Container> initContainers = List.of();
  private ResourceList overhead = ResourceList.EMPTY;
  private @Nullable ResourceRequirements resources;
  private @Nullable Labels nodeSelector;
  private Affinity affinity = Affinity.NONE;
  private List<Toleration> tolerations = List.of();
  private List<TopologySpreadConstraint> spreadConstraints = List.of();
  private List<Volume> volumes = List.of();
  private List<PodResourceClaim> resourceClaims = List.of();
  private List<String> schedulingGates = List.of();
  private boolean hostNetwork;
  private @Nullable Boolean hostUsers;
  private String restartPolicy = "";
  private String os = "";

  void read(ObjectCursor in) {
    if (!in.enterObject()) {
      return;
    }
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "nodeName" -> nodeName = in.text();
        case "schedulerName" -> schedulerName = in.sharedText();
        case "priority" -> priority = in.int32OrNull();
        case "priorityClassName" -> priorityClassName = in.sharedText();
        case "preemptionPolicy" -> preemptionPolicy = in.sharedText();
        case "containers" -> containers = in.list(ContainerFormat::read);
        case "initContainers" -> initContainers = in.list(ContainerFormat::read);
        case "overhead" -> overhead = in.resources();
        case "resources" -> resources = ResourcesFormat.readOrNull(in);
        case "nodeSelector" -> nodeSelector = in.isNull() ? null : in.labels();
        case "affinity" -> affinity = AffinityFormat.read(in);
        case "tolerations" -> tolerations = in.list(PodSpecFormat::readToleration);
        case "topologySpreadConstraints" ->
            spreadConstraints = in.list(PodSpecFormat::readSpreadConstraint);
        case "volumes" -> volumes = VolumeFormat.readAll(in);
        case "resourceClaims" -> resourceClaims = in.list(PodSpecFormat::readResourceClaim);
        case "schedulingGates" -> schedulingGates = in.list(PodSpecFormat::readName);
        case "hostNetwork" -> hostNetwork = in.flag();
        case "hostUsers" -> hostUsers = in.flagOrNull();
        case "restartPolicy" -> restartPolicy = in.sharedText();
        case "os" -> os = readName(in);
        default -> in.skip();
      }
    }
  }

  String nodeName() {
    return nodeName;
  }

  PodSpec spec() {
    return new PodSpec(
        schedulerName,
        priority,
        priorityClassName,
        preemptionPolicy,
        containers,
        initContainers,
        overhead,
        resources,
        nodeSelector,
        affinity,
        tolerations,
        spreadConstraints,
        volumes,
        resourceClaims,
        schedulingGates,
        hostNetwork,
        hostUsers,
        restartPolicy,
        os);
  }

  static Map<String, Object> write(PodSpec spec, String nodeName) {
    return new FieldMap()
        .map("affinity", AffinityFormat.write(spec.affinity()))
        .list("containers", spec.containers(), ContainerFormat::write)
        .flag("hostNetwork", spec.hostNetwork())
        .present("hostUsers", spec.hostUsers())
        .list("initContainers", spec.initContainers(), ContainerFormat::write)
        .text("nodeName", nodeName)
        .present("nodeSelector", writeOrNull(spec.nodeSelector()))
        .map("os", writeName(spec.os()))
        .resources("overhead", spec.overhead())
        .text("preemptionPolicy", spec.preemptionPolicy())
        .present("priority", spec.priority())
        .text("priorityClassName", spec.priorityClassName())
        .list("resourceClaims", spec.resourceClaims(), PodSpecFormat::write)
        .present("resources", ResourcesFormat.writeOrNull(spec.resources()))
        .text("restartPolicy", spec.restartPolicy())
        .text("schedulerName", spec.schedulerName())
        .list("schedulingGates", spec.schedulingGates(), PodSpecFormat::writeName)
        .list("tolerations", spec.tolerations(), PodSpecFormat::write)
        .list("topologySpreadConstraints", spec.topologySpreadConstraints(), PodSpecFormat::write)
        .list("volumes", spec.volumes(), VolumeFormat::write)
        .fields();
  }

  private static @Nullable Map<String, String> writeOrNull(@Nullable Labels labels) {
    return labels == null ? null : labels.toMap();
  }

  /** An object of which only the name counts. */
  private static String readName(ObjectCursor in) {
    String name = "";
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "name" -> name = in.sharedText();
          default -> in.skip();
        }
      }
    }
    return name;
  }

  private static Map<String, Object> writeName(String name) {
    return new FieldMap().text("name", name).fields();
  }

  private static Toleration readToleration(ObjectCursor in) {
    String key = "";
    String operator = "";
    String value = "";
    String effect = "";
    @Nullable Long seconds = null;
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "key" -> key = in.sharedText();
          case "operator" -> operator = in.sharedText();
          case "value" -> value = in.sharedText();
          case "effect" -> effect = in.sharedText();
          case "tolerationSeconds" -> seconds = in.int64OrNull();
          default -> in.skip();
        }
      }
    }
    return in.shared(new Toleration(key, operator, value, effect, seconds));
  }

  private static Map<String, Object> write(Toleration toleration) {
    return new FieldMap()
        .text("effect", toleration.effect())
        .text("key", toleration.key())
        .text("operator", toleration.operator())
        .present("tolerationSeconds", toleration.tolerationSeconds())
        .text("value", toleration.value())
        .fields();
  }

  private static TopologySpreadConstraint readSpreadConstraint(ObjectCursor in) {
    int maxSkew = 0;
    String topologyKey = "";
    String whenUnsatisfiable = "";
    @Nullable LabelSelector labelSelector = null;
    @Nullable Integer minDomains = null;
    String nodeAffinityPolicy = "";
    String nodeTaintsPolicy = "";
    List<String> matchLabelKeys = List.of();
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "maxSkew" -> maxSkew = in.int32();
          case "topologyKey" -> topologyKey = in.sharedText();
          case "whenUnsatisfiable" -> whenUnsatisfiable = in.sharedText();
          case "labelSelector" -> labelSelector = SelectorFormat.readLabelSelector(in);
          case "minDomains" -> minDomains = in.int32OrNull();
          case "nodeAffinityPolicy" -> nodeAffinityPolicy = in.sharedText();
          case "nodeTaintsPolicy" -> nodeTaintsPolicy = in.sharedText();
          case "matchLabelKeys" -> matchLabelKeys = in.texts();
          default -> in.skip();
        }
      }
    }
    return new TopologySpreadConstraint(
        maxSkew,
        topologyKey,
        whenUnsatisfiable,
        labelSelector,
        minDomains,
        nodeAffinityPolicy,
        nodeTaintsPolicy,
        matchLabelKeys);
  }

  private static Map<String, Object> write(TopologySpreadConstraint constraint) {
    return new FieldMap()
        .present("labelSelector", SelectorFormat.write(constraint.labelSelector()))
        .texts("matchLabelKeys", constraint.matchLabelKeys())
        .number("maxSkew", constraint.maxSkew())
        .present("minDomains", constraint.minDomains())
        .text("nodeAffinityPolicy", constraint.nodeAffinityPolicy())
        .text("nodeTaintsPolicy", constraint.nodeTaintsPolicy())
        .text("topologyKey", constraint.topologyKey())
        .text("whenUnsatisfiable", constraint.whenUnsatisfiable())
        .fields();
  }

  private static PodResourceClaim readResourceClaim(ObjectCursor in) {
    String name = "";
    String claimName = "";
    String templateName = "";
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "name" -> name = in.sharedText();
          case "resourceClaimName" -> claimName = in.text();
          case "resourceClaimTemplateName" -> templateName = in.sharedText();
          default -> in.skip();
        }
      }
    }
    return new PodResourceClaim(name, claimName, templateName);
  }

  private static Map<String, Object> write(PodResourceClaim claim) {
    return new FieldMap()
        .text("name", claim.name())
        .text("resourceClaimName", claim.claimName())
        .text("resourceClaimTemplateName", claim.templateName())
        .fields();
  }
}
