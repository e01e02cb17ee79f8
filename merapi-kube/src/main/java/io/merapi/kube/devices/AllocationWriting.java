package io.merapi.kube.devices;

import io.merapi.api.device.Allocation;
import io.merapi.api.device.Device;
import io.merapi.api.device.DeviceClass;
import io.merapi.api.device.DeviceConfiguration;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.selector.NodeSelector;
import io.merapi.api.selector.NodeSelectorTerm;
import io.merapi.api.selector.SelectorRequirement;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Puts into words what was chosen for a claim. */
final class AllocationWriting {

  private final String nodeName;
  private final DeviceFeatures features;

  AllocationWriting(String nodeName, DeviceFeatures features) {
    this.nodeName = nodeName;
    this.features = features;
  }

  Allocation of(ClaimPlan claim) {
    var results = new ArrayList<Allocation.Result>();
    for (Chosen chosen : claim.chosen()) {
      results.add(result(claim, chosen, results.size()));
    }
    return new Allocation(results, configurations(claim), nodeSelector(claim), null);
  }

  /** What drivers are told: by the classes of the devices, each once, and then by the claim. */
  private static List<Allocation.Configuration> configurations(ClaimPlan claim) {
    var byClass = new LinkedHashMap<DeviceClass, List<String>>();
    var selections = new ArrayList<RequestPlan>();
    for (List<RequestPlan> alternatives : claim.requests()) {
      RequestPlan selected = selected(claim, alternatives);
      byClass
          .computeIfAbsent(selected.deviceClass(), _ -> new ArrayList<>())
          .add(selected.fullName());
      selections.add(selected);
    }
    var told = new ArrayList<Allocation.Configuration>();
    byClass.forEach((deviceClass, requests) -> {
      for (DeviceConfiguration each : deviceClass.configurations()) {
        told.add(new Allocation.Configuration("FromClass", each.withRequests(requests)));
      }
    });
    for (DeviceConfiguration each : claim.claim().configurations()) {
      // Upstream repeats it for every request that it names.
      long times =
          each.requests().isEmpty()
              ? 1
              : selections.stream().filter(request -> isNamed(request, each.requests())).count();
      told.addAll(
          Collections.nCopies((int) times, new Allocation.Configuration("FromClaim", each)));
    }
    return told;
  }

  private static boolean isNamed(RequestPlan request, List<String> names) {
    return names.contains(request.requestName()) || names.contains(request.fullName());
  }

  /** The alternative that devices were chosen for; the first where none was needed. */
  private static RequestPlan selected(ClaimPlan claim, List<RequestPlan> alternatives) {
    return claim.chosen().stream()
        .map(Chosen::request)
        .filter(alternatives::contains)
        .findFirst()
        .orElse(alternatives.getFirst());
  }

  private Allocation.Result result(ClaimPlan claim, Chosen chosen, int number) {
    DeviceId id = chosen.candidate().id();
    Device device = chosen.candidate().device().device();
    boolean conditions = features.bindingConditions();
    return new Allocation.Result(
        chosen.request().fullName(),
        id.driver(),
        id.pool(),
        id.device(),
        chosen.request().adminAccess(),
        chosen.request().demand().tolerations(),
        conditions ? device.bindingConditions() : List.of(),
        conditions ? device.bindingFailureConditions() : List.of(),
        chosen.shared() ? shareId(claim, id, number) : null,
        new ResourceList(chosen.share()));
  }

  /** Names a share of a device: the same claim always gets the same names. */
  private static String shareId(ClaimPlan claim, DeviceId device, int number) {
    String text = "%s %s %s %d".formatted(claim.key(), claim.claim().meta().uid(), device, number);
    return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString();
  }

  /** The nodes where all devices of a claim can be used; null for all. */
  private @Nullable NodeSelector nodeSelector(ClaimPlan claim) {
    var fields = new ArrayList<SelectorRequirement>();
    var expressions = new ArrayList<SelectorRequirement>();
    for (Chosen chosen : claim.chosen()) {
      Device device = chosen.candidate().device().device();
      InventorySlice slice = chosen.candidate().slice();
      Device.Reach reach = slice.perDeviceNodes() ? device.nodes() : slice.slice().nodes();
      if (reach.nodeName() != null || (device.bindsToNode() && !features.olderAllocator())) {
        return onlyThisNode();
      }
      List<NodeSelectorTerm> terms =
          reach.nodeSelector() == null ? List.of() : reach.nodeSelector().terms();
      if (terms.size() > 1) {
        throw AllocationException.input(
            ("create NodeSelector for claim %s: unsupported ResourceSlice.NodeSelector with %d"
                    + " terms")
                .formatted(claim.claim().name(), terms.size()));
      }
      for (NodeSelectorTerm term : terms) {
        addNew(term.matchFields(), fields);
        addNew(term.matchExpressions(), expressions);
      }
    }
    return fields.isEmpty() && expressions.isEmpty()
        ? null
        : new NodeSelector(List.of(new NodeSelectorTerm(expressions, fields)));
  }

  private NodeSelector onlyThisNode() {
    var name = new SelectorRequirement("metadata.name", "In", List.of(nodeName));
    return new NodeSelector(List.of(new NodeSelectorTerm(List.of(), List.of(name))));
  }

  private static void addNew(List<SelectorRequirement> from, List<SelectorRequirement> to) {
    for (SelectorRequirement requirement : from) {
      if (to.stream().noneMatch(known -> isSame(known, requirement))) {
        to.add(requirement);
      }
    }
  }

  private static boolean isSame(SelectorRequirement one, SelectorRequirement other) {
    return one.key().equals(other.key())
        && one.operator().equals(other.operator())
        && new HashSet<>(one.values()).equals(new HashSet<>(other.values()));
  }
}
