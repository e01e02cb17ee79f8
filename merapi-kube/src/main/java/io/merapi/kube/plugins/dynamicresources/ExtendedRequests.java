package io.merapi.kube.plugins.dynamicresources;

import io.merapi.api.device.DeviceRequest;
import io.merapi.api.pod.Container;
import io.merapi.api.pod.PodSpec;
import io.merapi.api.pod.PodStatus.RequestMapping;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The requests for devices that stand for what containers ask for by extended resource.
 *
 * <p>Containers that run side by side have a request each. Init containers that end before those
 * begin use the devices of later ones, and of what they need beyond those the greatest amount makes
 * one request for all of them. Upstream counterpart: {@code createRequestsAndMappings}.
 *
 * @param requests by name
 * @param mappings which container uses which request
 */
record ExtendedRequests(List<DeviceRequest> requests, List<RequestMapping> mappings) {

  ExtendedRequests {
    requests = List.copyOf(requests);
    mappings = List.copyOf(mappings);
  }

  /**
   * @param classes for each resource, in order, the name of the class that serves it
   */
  static ExtendedRequests of(PodSpec spec, Map<String, String> classes) {
    var requests = new ArrayList<DeviceRequest>();
    var mappings = new ArrayList<RequestMapping>();
    classes.forEach((resource, deviceClass) ->
        new OfResource(spec, resource, deviceClass).addTo(requests, mappings));
    requests.sort(Comparator.comparing(DeviceRequest::name));
    return new ExtendedRequests(requests, mappings);
  }

  /** The requests for one resource. */
  private static final class OfResource {

    private final List<Container> containers;
    private final int initContainers;
    private final String resource;
    private final String deviceClass;

    OfResource(PodSpec spec, String resource, String deviceClass) {
      this.containers = new ArrayList<>(spec.initContainers());
      this.containers.addAll(spec.containers());
      this.initContainers = spec.initContainers().size();
      this.resource = resource;
      this.deviceClass = deviceClass;
    }

    void addTo(List<DeviceRequest> requests, List<RequestMapping> mappings) {
      // By container; null for those that ask for nothing or end early.
      var lasting = new ArrayList<@Nullable Wanted>();
      for (int i = 0; i < containers.size(); i++) {
        lasting.add(endsEarly(i) ? null : wanted(i, List.of(), mappings));
      }
      Wanted greatest = null;
      Set<String> shortNames = new HashSet<>();
      var shortMappings = new ArrayList<RequestMapping>();
      for (int i = 0; i < containers.size(); i++) {
        if (!endsEarly(i)) {
          continue;
        }
        Wanted more = wanted(i, lasting.subList(i, lasting.size()), shortMappings);
        if (more != null) {
          shortNames.add(more.name());
          greatest = greatest == null || greatest.count() < more.count() ? more : greatest;
        }
      }
      if (greatest != null) {
        String name = greatest.name();
        shortMappings.replaceAll(mapping ->
            shortNames.contains(mapping.requestName())
                ? new RequestMapping(mapping.containerName(), resource, name)
                : mapping);
        requests.add(greatest.request(deviceClass));
      }
      for (Wanted each : lasting) {
        if (each != null) {
          requests.add(each.request(deviceClass));
        }
      }
      mappings.addAll(shortMappings);
    }

    private boolean endsEarly(int container) {
      return container < initContainers && !containers.get(container).restartable();
    }

    /**
     * What a container needs beyond the devices of others that it may use; null for nothing.
     *
     * @param reusable the devices of others; null where a container has none
     */
    private @Nullable Wanted wanted(
        int index, List<@Nullable Wanted> reusable, List<RequestMapping> mappings) {
      Container container = containers.get(index);
      ResourceList asked = container.resources().requests();
      Quantity amount = asked.get(resource);
      long count = amount == null ? 0 : amount.wholeValue().orElse(0);
      if (count == 0) {
        return null;
      }
      long reused = 0;
      for (Wanted other : reusable) {
        if (other != null) {
          reused += other.count();
          mappings.add(new RequestMapping(container.name(), resource, other.name()));
          if (reused >= count) {
            return null;
          }
        }
      }
      String name = "container-%d-request-%d".formatted(index, position(asked));
      mappings.add(new RequestMapping(container.name(), resource, name));
      return new Wanted(name, count - reused);
    }

    /** The position of the resource among all that a container asks for, by name. */
    private int position(ResourceList asked) {
      int position = 0;
      for (String name : asked.amounts().keySet()) {
        position += name.compareTo(resource) < 0 ? 1 : 0;
      }
      return position;
    }
  }

  /** So many devices under the name of a request. */
  private record Wanted(String name, long count) {

    DeviceRequest request(String deviceClass) {
      var demand =
          new DeviceRequest.Demand(
              deviceClass, List.of(), "ExactCount", count, List.of(), ResourceList.EMPTY);
      return new DeviceRequest(name, new DeviceRequest.Exactly(demand, null), List.of());
    }
  }
}
