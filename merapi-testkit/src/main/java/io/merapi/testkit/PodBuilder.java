package io.merapi.testkit;

import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.meta.OwnerReference;
import io.merapi.api.pod.Affinity;
import io.merapi.api.pod.Container;
import io.merapi.api.pod.ContainerPort;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodAffinityTerm;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodClasses;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodPhase;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.pod.PodResourceClaim;
import io.merapi.api.pod.PodSpec;
import io.merapi.api.pod.PodStatus;
import io.merapi.api.pod.ResourceRequirements;
import io.merapi.api.pod.Toleration;
import io.merapi.api.pod.TopologySpreadConstraint;
import io.merapi.api.pod.Volume;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.selector.NodeSelector;
import io.merapi.api.selector.NodeSelectorTerm;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes pods: every part has a plain default, and each call says what is special. */
public final class PodBuilder {

  private final String name;
  private String namespace = "default";
  private String uid = "";
  private String resourceVersion = "";
  private String node = "";
  private String nominatedNode = "";
  private PodPhase phase = PodPhase.UNSET;
  private String schedulerName = "";
  private @Nullable Integer priority;
  private String priorityClass = "";
  private String preemptionPolicy = "";
  private String qosClass = "";
  private @Nullable Instant created;
  private @Nullable Instant startTime;
  private @Nullable Instant deletionTimestamp;
  private final List<PodStatus.PodCondition> conditions = new ArrayList<>();
  private final Map<String, String> labels = new TreeMap<>();
  private final Map<String, String> annotations = new TreeMap<>();
  private final List<OwnerReference> owners = new ArrayList<>();
  private final Map<String, Quantity> requests = new TreeMap<>();
  private final Map<String, Quantity> limits = new TreeMap<>();
  private final List<ContainerPort> ports = new ArrayList<>();
  private final List<Container> initContainers = new ArrayList<>();
  private final List<Volume> volumes = new ArrayList<>();
  private final List<PodResourceClaim> resourceClaims = new ArrayList<>();
  private final List<PodStatus.ClaimStatus> claimStatuses = new ArrayList<>();
  private final List<PodAffinityTerm> affinity = new ArrayList<>();
  private final List<PodAffinityTerm> antiAffinity = new ArrayList<>();
  private final List<Affinity.WeightedTerm> preferredAffinity = new ArrayList<>();
  private final List<Affinity.WeightedTerm> preferredAntiAffinity = new ArrayList<>();
  private final List<TopologySpreadConstraint> spread = new ArrayList<>();
  private final List<Toleration> tolerations = new ArrayList<>();
  private final Map<String, String> nodeSelector = new TreeMap<>();
  private final List<NodeSelectorTerm> requiredNodes = new ArrayList<>();
  private final List<Affinity.PreferredNodes> preferredNodes = new ArrayList<>();
  private final List<String> schedulingGates = new ArrayList<>();
  private String image = "example.com/app";
  private boolean restartsAllContainers;
  private boolean hostNetwork;
  private @Nullable Boolean hostUsers;
  private final List<PodStatus.ContainerStatus> containerStatuses = new ArrayList<>();

  private PodBuilder(String name) {
    this.name = name;
  }

  public static PodBuilder pod(String name) {
    return new PodBuilder(name);
  }

  public PodBuilder namespace(String value) {
    namespace = value;
    return this;
  }

  public PodBuilder uid(String value) {
    uid = value;
    return this;
  }

  public PodBuilder resourceVersion(String value) {
    resourceVersion = value;
    return this;
  }

  /** Bound to a node. */
  public PodBuilder on(String nodeName) {
    node = nodeName;
    return this;
  }

  public PodBuilder nominatedTo(String nodeName) {
    nominatedNode = nodeName;
    return this;
  }

  public PodBuilder phase(PodPhase value) {
    phase = value;
    return this;
  }

  public PodBuilder schedulerName(String value) {
    schedulerName = value;
    return this;
  }

  public PodBuilder priority(int value) {
    priority = value;
    return this;
  }

  /** Of a PriorityClass, from which a real cluster takes the priority. */
  public PodBuilder priorityClass(String className) {
    priorityClass = className;
    return this;
  }

  public PodBuilder preemptionPolicy(String value) {
    preemptionPolicy = value;
    return this;
  }

  public PodBuilder created(Instant value) {
    created = value;
    return this;
  }

  /** Running since a time. */
  public PodBuilder started(Instant value) {
    startTime = value;
    return this;
  }

  public PodBuilder condition(String type, String status, String reason) {
    conditions.add(new PodStatus.PodCondition(type, status, reason, "", null));
    return this;
  }

  /** Given its node at a time. */
  public PodBuilder scheduledAt(Instant time) {
    conditions.add(new PodStatus.PodCondition("PodScheduled", "True", "", "", time));
    return this;
  }

  /** Being deleted. */
  public PodBuilder terminating() {
    deletionTimestamp = Instant.EPOCH;
    return this;
  }

  public PodBuilder label(String key, String value) {
    labels.put(key, value);
    return this;
  }

  public PodBuilder annotation(String key, String value) {
    annotations.put(key, value);
    return this;
  }

  /** A member of a PodGroup of its namespace. */
  public PodBuilder group(String groupName) {
    return annotation("scheduling.k8s.io/group-name", groupName);
  }

  public PodBuilder controller(String apiVersion, String kind, String ownerName) {
    owners.add(new OwnerReference(apiVersion, kind, ownerName, "", true));
    return this;
  }

  public PodBuilder request(String resource, String quantity) {
    requests.put(resource, Quantity.parse(quantity));
    return this;
  }

  /** Requests what cannot be overcommitted, whose limit a real cluster wants to be the same. */
  public PodBuilder requestExactly(String resource, String quantity) {
    limits.put(resource, Quantity.parse(quantity));
    return request(resource, quantity);
  }

  public PodBuilder limit(String resource, String quantity) {
    limits.put(resource, Quantity.parse(quantity));
    return this;
  }

  /** The quality of service that the node reports. */
  public PodBuilder qosClass(String value) {
    qosClass = value;
    return this;
  }

  /** What the node reports that the container really has. */
  public PodBuilder actualRequest(String resource, String quantity) {
    var amounts = new ResourceList(Map.of(resource, Quantity.parse(quantity)));
    containerStatuses.add(
        new PodStatus.ContainerStatus(
            "main", amounts, new ResourceRequirements(amounts, ResourceList.EMPTY, List.of())));
    return this;
  }

  public PodBuilder hostPort(int port) {
    return hostPort("", "", port);
  }

  public PodBuilder hostPort(String protocol, String ip, int port) {
    ports.add(new ContainerPort(port, port, protocol, ip));
    return this;
  }

  /** An init container with a host port, running on beside the containers or not. */
  public PodBuilder initContainer(int hostPort, boolean restartable) {
    initContainers.add(
        new Container(
            "init",
            "",
            ResourceRequirements.NONE,
            List.of(new ContainerPort(hostPort, hostPort, "", "")),
            restartable ? "Always" : "",
            false));
    return this;
  }

  public PodBuilder claim(String claimName) {
    return volume(new Volume.Claim(claimName, false));
  }

  public PodBuilder volume(Volume.Source source) {
    volumes.add(new Volume("volume-" + volumes.size(), source));
    return this;
  }

  public PodBuilder resourceClaim(String claimName) {
    resourceClaims.add(new PodResourceClaim("claim-" + resourceClaims.size(), claimName, ""));
    return this;
  }

  /**
   * Refers to a claim that is to be made from a template.
   *
   * @param madeClaim the claim that was made; null where that has not been told yet, empty where
   *     none was needed
   */
  public PodBuilder resourceClaimTemplate(String templateName, @Nullable String madeClaim) {
    String reference = "claim-" + resourceClaims.size();
    resourceClaims.add(new PodResourceClaim(reference, "", templateName));
    if (madeClaim != null) {
      claimStatuses.add(
          new PodStatus.ClaimStatus(reference, madeClaim.isEmpty() ? null : madeClaim));
    }
    return this;
  }

  /** Must be near pods with a label. */
  public PodBuilder near(String labelKey, String labelValue) {
    affinity.add(term(labelKey, labelValue));
    return this;
  }

  /** Must be away from pods with a label. */
  public PodBuilder awayFrom(String labelKey, String labelValue) {
    antiAffinity.add(term(labelKey, labelValue));
    return this;
  }

  /** Must be near the pods of a term. */
  public PodBuilder near(PodAffinityTerm term) {
    affinity.add(term);
    return this;
  }

  /** Must be away from the pods of a term. */
  public PodBuilder awayFrom(PodAffinityTerm term) {
    antiAffinity.add(term);
    return this;
  }

  /** Would rather be near the pods of a term. */
  public PodBuilder ratherNear(int weight, PodAffinityTerm term) {
    preferredAffinity.add(new Affinity.WeightedTerm(weight, term));
    return this;
  }

  /** Would rather be away from the pods of a term. */
  public PodBuilder ratherAwayFrom(int weight, PodAffinityTerm term) {
    preferredAntiAffinity.add(new Affinity.WeightedTerm(weight, term));
    return this;
  }

  private static PodAffinityTerm term(String labelKey, String labelValue) {
    return new PodAffinityTerm(
        selector(labelKey, labelValue),
        List.of(),
        null,
        "kubernetes.io/hostname",
        List.of(),
        List.of());
  }

  /** Must be spread over zones together with pods with a label. */
  public PodBuilder spreadOverZones(String labelKey, String labelValue) {
    spread.add(
        new TopologySpreadConstraint(
            1,
            "topology.kubernetes.io/zone",
            "DoNotSchedule",
            selector(labelKey, labelValue),
            null,
            "",
            "",
            List.of()));
    return this;
  }

  public PodBuilder spread(TopologySpreadConstraint constraint) {
    spread.add(constraint);
    return this;
  }

  private static LabelSelector selector(String labelKey, String labelValue) {
    return new LabelSelector(Labels.of(labelKey, labelValue), List.of());
  }

  /** Must be on a node with a label. */
  public PodBuilder nodeSelector(String labelKey, String labelValue) {
    nodeSelector.put(labelKey, labelValue);
    return this;
  }

  /** Must be on a node that this term, or another one given, matches. */
  public PodBuilder requiringNodes(NodeSelectorTerm term) {
    requiredNodes.add(term);
    return this;
  }

  public PodBuilder preferringNodes(int weight, NodeSelectorTerm term) {
    preferredNodes.add(new Affinity.PreferredNodes(weight, term));
    return this;
  }

  public PodBuilder tolerating(String taintKey) {
    return tolerating(taintKey, "Exists", "", "");
  }

  public PodBuilder tolerating(String taintKey, String operator, String value, String effect) {
    tolerations.add(new Toleration(taintKey, operator, value, effect, null));
    return this;
  }

  public PodBuilder schedulingGate(String gateName) {
    schedulingGates.add(gateName);
    return this;
  }

  /** The image of the container. */
  public PodBuilder image(String value) {
    image = value;
    return this;
  }

  public PodBuilder initContainer(Container container) {
    initContainers.add(container);
    return this;
  }

  /** Some exit of the container restarts all of them. */
  public PodBuilder restartingAllContainers() {
    restartsAllContainers = true;
    return this;
  }

  public PodBuilder hostNetwork() {
    hostNetwork = true;
    return this;
  }

  public PodBuilder hostUsers(boolean value) {
    hostUsers = value;
    return this;
  }

  public PodSpec spec() {
    var container =
        new Container(
            "main",
            image,
            new ResourceRequirements(
                new ResourceList(requests), new ResourceList(limits), List.of()),
            ports,
            "",
            restartsAllContainers);
    return new PodSpec(
        schedulerName,
        priority,
        priorityClass,
        preemptionPolicy,
        List.of(container),
        initContainers,
        ResourceList.EMPTY,
        null,
        nodeSelector.isEmpty() ? null : Labels.of(nodeSelector),
        new Affinity(
            requiredNodes.isEmpty() ? null : new NodeSelector(requiredNodes),
            preferredNodes,
            new Affinity.PodTerms(affinity, preferredAffinity),
            new Affinity.PodTerms(antiAffinity, preferredAntiAffinity)),
        tolerations,
        spread,
        volumes,
        resourceClaims,
        schedulingGates,
        hostNetwork,
        hostUsers,
        "",
        "");
  }

  public Pod build() {
    return build(spec());
  }

  /** The pod with a spec made elsewhere, to be shared between pods. */
  public Pod build(PodSpec spec) {
    var meta =
        new ObjectMeta(
            name,
            namespace,
            uid,
            resourceVersion,
            created,
            deletionTimestamp,
            Labels.of(labels),
            Labels.of(annotations),
            owners,
            List.of());
    var status =
        new PodStatus(
            phase,
            nominatedNode,
            startTime,
            conditions,
            containerStatuses,
            List.of(),
            claimStatuses,
            null,
            ResourceList.EMPTY,
            null,
            qosClass);
    return new Pod(meta, node, spec, status);
  }

  /** The pod as a plugin is asked about it, apart from any cluster. */
  public PodInfo info() {
    return new PodClasses(new ResourceDictionary(), PodRequests.Rules.DEFAULT, PodClassReads.ALL)
        .admit(build());
  }
}
