package io.merapi.config.objects;

import io.merapi.api.device.DeviceConstraint;
import io.merapi.api.device.DeviceRequest;
import io.merapi.api.device.DeviceRequest.Alternative;
import io.merapi.api.device.DeviceRequest.Demand;
import io.merapi.api.device.DeviceRequest.Exactly;
import io.merapi.api.device.DeviceSelector;
import io.merapi.api.device.DeviceToleration;
import io.merapi.api.resource.ResourceList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a claim asks for: requests, their selectors and tolerations, and constraints. */
final class DeviceRequestFormat {

  private DeviceRequestFormat() {}

  static DeviceRequest read(ObjectCursor in) {
    String name = "";
    Exactly exactly = null;
    List<Alternative> firstAvailable = List.of();
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "name" -> name = in.text();
          case "exactly" -> exactly = exactly(in);
          case "firstAvailable" -> firstAvailable = in.list(DeviceRequestFormat::alternative);
          default -> in.skip();
        }
      }
    }
    return new DeviceRequest(name, exactly, firstAvailable);
  }

  static Map<String, Object> write(DeviceRequest request) {
    Exactly exactly = request.exactly();
    return new FieldMap()
        .present("exactly", exactly == null ? null : write(exactly))
        .list("firstAvailable", request.firstAvailable(), DeviceRequestFormat::write)
        .text("name", request.name())
        .fields();
  }

  private static @Nullable Exactly exactly(ObjectCursor in) {
    if (!in.enterObject()) {
      return null;
    }
    var demand = new DemandFields();
    Boolean adminAccess = null;
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "adminAccess" -> adminAccess = in.flagOrNull();
        default -> demand.read(field, in);
      }
    }
    return new Exactly(demand.demand(), adminAccess);
  }

  private static Map<String, Object> write(Exactly exactly) {
    return fields(exactly.demand()).present("adminAccess", exactly.adminAccess()).fields();
  }

  private static Alternative alternative(ObjectCursor in) {
    var demand = new DemandFields();
    String name = "";
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "name" -> name = in.text();
          default -> demand.read(field, in);
        }
      }
    }
    return new Alternative(name, demand.demand());
  }

  private static Map<String, Object> write(Alternative alternative) {
    return fields(alternative.demand()).text("name", alternative.name()).fields();
  }

  /** The fields that an exact request and an alternative have in common. */
  private static final class DemandFields {
    private String deviceClassName = "";
    private List<DeviceSelector> selectors = List.of();
    private String allocationMode = "";
    private long count;
    private List<DeviceToleration> tolerations = List.of();
    private ResourceList capacity = ResourceList.EMPTY;

    void read(String field, ObjectCursor in) {
      switch (field) {
        case "deviceClassName" -> deviceClassName = in.text();
        case "selectors" -> selectors = in.list(DeviceRequestFormat::selector);
        case "allocationMode" -> allocationMode = in.text();
        case "count" -> count = in.int64();
        case "tolerations" -> tolerations = in.list(DeviceRequestFormat::toleration);
        case "capacity" -> capacity = ResourcesFormat.readRequests(in);
        default -> in.skip();
      }
    }

    Demand demand() {
      return new Demand(deviceClassName, selectors, allocationMode, count, tolerations, capacity);
    }
  }

  private static FieldMap fields(Demand demand) {
    return new FieldMap()
        .text("allocationMode", demand.allocationMode())
        .map("capacity", new FieldMap().resources("requests", demand.capacity()).fields())
        .number("count", demand.count())
        .text("deviceClassName", demand.deviceClassName())
        .list("selectors", demand.selectors(), DeviceRequestFormat::write)
        .list("tolerations", demand.tolerations(), DeviceRequestFormat::write);
  }

  static DeviceSelector selector(ObjectCursor in) {
    String cel = null;
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "cel" -> cel = expression(in);
          default -> in.skip();
        }
      }
    }
    return new DeviceSelector(cel);
  }

  private static @Nullable String expression(ObjectCursor in) {
    if (!in.enterObject()) {
      return null;
    }
    String expression = "";
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "expression" -> expression = in.text();
        default -> in.skip();
      }
    }
    return expression;
  }

  static Map<String, Object> write(DeviceSelector selector) {
    String cel = selector.cel();
    return new FieldMap()
        .present("cel", cel == null ? null : new FieldMap().text("expression", cel).fields())
        .fields();
  }

  static DeviceToleration toleration(ObjectCursor in) {
    String key = "";
    String operator = "";
    String value = "";
    String effect = "";
    Long tolerationSeconds = null;
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "key" -> key = in.text();
          case "operator" -> operator = in.text();
          case "value" -> value = in.text();
          case "effect" -> effect = in.text();
          case "tolerationSeconds" -> tolerationSeconds = in.int64OrNull();
          default -> in.skip();
        }
      }
    }
    return new DeviceToleration(key, operator, value, effect, tolerationSeconds);
  }

  static Map<String, Object> write(DeviceToleration toleration) {
    return new FieldMap()
        .text("effect", toleration.effect())
        .text("key", toleration.key())
        .text("operator", toleration.operator())
        .present("tolerationSeconds", toleration.tolerationSeconds())
        .text("value", toleration.value())
        .fields();
  }

  static DeviceConstraint constraint(ObjectCursor in) {
    List<String> requests = List.of();
    String matchAttribute = null;
    String distinctAttribute = null;
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "requests" -> requests = in.texts();
          case "matchAttribute" -> matchAttribute = in.textOrNull();
          case "distinctAttribute" -> distinctAttribute = in.textOrNull();
          default -> in.skip();
        }
      }
    }
    return new DeviceConstraint(requests, matchAttribute, distinctAttribute);
  }

  static Map<String, Object> write(DeviceConstraint constraint) {
    return new FieldMap()
        .present("distinctAttribute", constraint.distinctAttribute())
        .present("matchAttribute", constraint.matchAttribute())
        .texts("requests", constraint.requests())
        .fields();
  }
}
