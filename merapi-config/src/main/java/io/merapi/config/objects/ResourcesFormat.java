package io.merapi.config.objects;

import io.merapi.api.pod.ResourceRequirements;
import io.merapi.api.pod.ResourceRequirements.ContainerClaim;
import io.merapi.api.resource.ResourceList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code resources}, as containers, pods and their statuses have it. */
final class ResourcesFormat {

  private ResourcesFormat() {}

  /** The requirements; null where the object has none, which is not the same as empty ones. */
  static @Nullable ResourceRequirements readOrNull(ObjectCursor in) {
    if (!in.enterObject()) {
      return null;
    }
    ResourceList requests = ResourceList.EMPTY;
    ResourceList limits = ResourceList.EMPTY;
    List<ContainerClaim> claims = List.of();
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "requests" -> requests = in.resources();
        case "limits" -> limits = in.resources();
        case "claims" -> claims = in.list(ResourcesFormat::readClaim);
        default -> in.skip();
      }
    }
    return requests.isEmpty() && limits.isEmpty() && claims.isEmpty()
        ? ResourceRequirements.NONE
        : in.shared(new ResourceRequirements(requests, limits, claims));
  }

  static ResourceRequirements read(ObjectCursor in) {
    ResourceRequirements resources = readOrNull(in);
    return resources == null ? ResourceRequirements.NONE : resources;
  }

  /** The {@code requests} of an object of which nothing else is read. */
  static ResourceList readRequests(ObjectCursor in) {
    ResourceList requests = ResourceList.EMPTY;
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "requests" -> requests = in.resources();
          default -> in.skip();
        }
      }
    }
    return requests;
  }

  static Map<String, Object> write(ResourceRequirements resources) {
    return new FieldMap()
        .list("claims", resources.claims(), ResourcesFormat::write)
        .resources("limits", resources.limits())
        .resources("requests", resources.requests())
        .fields();
  }

  /** The tree of requirements that may be absent, to be written with {@link FieldMap#present}. */
  static @Nullable Map<String, Object> writeOrNull(@Nullable ResourceRequirements resources) {
    return resources == null ? null : write(resources);
  }

  private static ContainerClaim readClaim(ObjectCursor in) {
    String name = "";
    String request = "";
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "name" -> name = in.sharedText();
          case "request" -> request = in.sharedText();
          default -> in.skip();
        }
      }
    }
    return new ContainerClaim(name, request);
  }

  private static Map<String, Object> write(ContainerClaim claim) {
    return new FieldMap().text("name", claim.name()).text("request", claim.request()).fields();
  }
}
