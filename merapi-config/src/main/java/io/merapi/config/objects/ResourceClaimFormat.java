package io.merapi.config.objects;

import io.merapi.api.device.Allocation;
import io.merapi.api.device.DeviceConfiguration;
import io.merapi.api.device.DeviceConstraint;
import io.merapi.api.device.DeviceRequest;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.meta.ObjectMeta;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code resource.k8s.io/v1 ResourceClaim}. */
final class ResourceClaimFormat {

  private ResourceClaimFormat() {}

  /** Reads the fields of a claim; the cursor stands inside the object, before its first field. */
  static ResourceClaim read(ObjectCursor in) {
    ObjectMeta meta = MetaFormat.ABSENT;
    var spec = new Spec();
    var status = new Status();
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "metadata" -> meta = MetaFormat.read(in);
        case "spec" -> spec.read(in);
        case "status" -> status.read(in);
        default -> in.skip();
      }
    }
    return new ResourceClaim(
        meta,
        spec.requests,
        spec.constraints,
        spec.configurations,
        status.allocation,
        status.reservedFor,
        status.devices);
  }

  static Map<String, Object> write(ResourceClaim claim) {
    return new FieldMap()
        .map("metadata", MetaFormat.write(claim.meta()))
        .map(
            "spec",
            new FieldMap()
                .map(
                    "devices",
                    new FieldMap()
                        .list("config", claim.configurations(), DeviceConfigurationFormat::write)
                        .list("constraints", claim.constraints(), DeviceRequestFormat::write)
                        .list("requests", claim.requests(), DeviceRequestFormat::write)
                        .fields())
                .fields())
        .map(
            "status",
            new FieldMap()
                .present("allocation", AllocationFormat.write(claim.allocation()))
                .list("devices", claim.devices(), ResourceClaimFormat::write)
                .list("reservedFor", claim.reservedFor(), ResourceClaimFormat::write)
                .fields())
        .fields();
  }

  private static final class Spec {
    private List<DeviceRequest> requests = List.of();
    private List<DeviceConstraint> constraints = List.of();
    private List<DeviceConfiguration> configurations = List.of();

    void read(ObjectCursor in) {
      if (!in.enterObject()) {
        return;
      }
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "devices" -> readDevices(in);
          default -> in.skip();
        }
      }
    }

    private void readDevices(ObjectCursor in) {
      if (!in.enterObject()) {
        return;
      }
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "requests" -> requests = in.list(DeviceRequestFormat::read);
          case "config" -> configurations = in.list(DeviceConfigurationFormat::read);
          case "constraints" -> constraints = in.list(DeviceRequestFormat::constraint);
          default -> in.skip();
        }
      }
    }
  }

  private static final class Status {
    private @Nullable Allocation allocation;
    private List<ResourceClaim.Consumer> reservedFor = List.of();
    private List<ResourceClaim.DeviceStatus> devices = List.of();

    void read(ObjectCursor in) {
      if (!in.enterObject()) {
        return;
      }
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "allocation" -> allocation = AllocationFormat.read(in);
          case "reservedFor" -> reservedFor = in.list(ResourceClaimFormat::consumer);
          case "devices" -> devices = in.list(ResourceClaimFormat::deviceStatus);
          default -> in.skip();
        }
      }
    }
  }

  private static ResourceClaim.Consumer consumer(ObjectCursor in) {
    String apiGroup = "";
    String resource = "";
    String name = "";
    String uid = "";
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "apiGroup" -> apiGroup = in.text();
          case "resource" -> resource = in.text();
          case "name" -> name = in.text();
          case "uid" -> uid = in.text();
          default -> in.skip();
        }
      }
    }
    return new ResourceClaim.Consumer(apiGroup, resource, name, uid);
  }

  private static Map<String, Object> write(ResourceClaim.Consumer consumer) {
    return new FieldMap()
        .text("apiGroup", consumer.apiGroup())
        .text("name", consumer.name())
        .text("resource", consumer.resource())
        .text("uid", consumer.uid())
        .fields();
  }

  private static ResourceClaim.DeviceStatus deviceStatus(ObjectCursor in) {
    String driver = "";
    String pool = "";
    String device = "";
    String shareId = null;
    List<ResourceClaim.Condition> conditions = List.of();
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "driver" -> driver = in.text();
          case "pool" -> pool = in.text();
          case "device" -> device = in.text();
          case "shareID" -> shareId = in.textOrNull();
          case "conditions" -> conditions = in.list(ResourceClaimFormat::condition);
          default -> in.skip();
        }
      }
    }
    return new ResourceClaim.DeviceStatus(driver, pool, device, shareId, conditions);
  }

  private static Map<String, Object> write(ResourceClaim.DeviceStatus status) {
    return new FieldMap()
        .list("conditions", status.conditions(), ResourceClaimFormat::write)
        .text("device", status.device())
        .text("driver", status.driver())
        .text("pool", status.pool())
        .present("shareID", status.shareId())
        .fields();
  }

  private static ResourceClaim.Condition condition(ObjectCursor in) {
    String type = "";
    String status = "";
    String reason = "";
    String message = "";
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "type" -> type = in.text();
          case "status" -> status = in.text();
          case "reason" -> reason = in.text();
          case "message" -> message = in.text();
          default -> in.skip();
        }
      }
    }
    return new ResourceClaim.Condition(type, status, reason, message);
  }

  private static Map<String, Object> write(ResourceClaim.Condition condition) {
    return new FieldMap()
        .text("message", condition.message())
        .text("reason", condition.reason())
        .text("status", condition.status())
        .text("type", condition.type())
        .fields();
  }
}
