package io.merapi.kube.devices;

import io.merapi.api.device.Device;
import io.merapi.api.device.DeviceClass;
import io.merapi.api.device.DeviceRequest;
import io.merapi.api.device.DeviceRequest.Demand;
import io.merapi.api.device.DeviceSelector;
import io.merapi.api.device.DeviceToleration;
import io.merapi.kube.cel.DeviceExpression;
import io.merapi.kube.cel.DeviceExpressions;
import io.merapi.kube.cel.ExpressionException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request, or one alternative of it, on the way to its devices on one node. */
final class RequestPlan {

  private final String requestName;
  private final @Nullable String alternative;
  private final Demand demand;
  private final boolean adminAccess;
  private final DeviceClass deviceClass;

  private @Nullable List<DeviceExpression> ofClass;
  private @Nullable List<DeviceExpression> ofRequest;
  private @Nullable List<Candidate> all;
  private int devices;

  private RequestPlan(
      String requestName,
      @Nullable String alternative,
      Demand demand,
      boolean adminAccess,
      DeviceClass deviceClass) {
    this.requestName = requestName;
    this.alternative = alternative;
    this.demand = demand;
    this.adminAccess = adminAccess;
    this.deviceClass = deviceClass;
  }

  static RequestPlan of(DeviceRequest request, DeviceRequest.Exactly exactly, DeviceClass kind) {
    boolean adminAccess = Boolean.TRUE.equals(exactly.adminAccess());
    return new RequestPlan(request.name(), null, exactly.demand(), adminAccess, kind);
  }

  static RequestPlan of(DeviceRequest request, DeviceRequest.Alternative one, DeviceClass kind) {
    return new RequestPlan(request.name(), one.name(), one.demand(), false, kind);
  }

  /** The name of the request, also for an alternative of it. */
  String requestName() {
    return requestName;
  }

  /** The name as allocations show it: {@code request} or {@code request/alternative}. */
  String fullName() {
    return alternative == null ? requestName : requestName + "/" + alternative;
  }

  /** The name by which errors speak of it. */
  String ownName() {
    return alternative == null ? requestName : alternative;
  }

  /** Whether it is one of several, of which one is enough. */
  boolean isAlternative() {
    return alternative != null;
  }

  Demand demand() {
    return demand;
  }

  boolean adminAccess() {
    return adminAccess;
  }

  DeviceClass deviceClass() {
    return deviceClass;
  }

  /** How many devices are wanted. */
  int devices() {
    return devices;
  }

  void wants(int count) {
    devices = count;
  }

  void wantsAll(List<Candidate> candidates) {
    all = new ArrayList<>(candidates);
    devices = candidates.size();
  }

  /** The devices wanted, where that is all of them; null where it is any so many. */
  @Nullable List<Candidate> all() {
    return all;
  }

  /**
   * Whether a device is selected by the class and by the request.
   *
   * @param claim the key of the claim, for errors
   * @throws AllocationException if an expression has no answer
   */
  boolean selects(InventoryDevice device, DeviceExpressions expressions, String claim) {
    List<DeviceExpression> first = ofClass;
    List<DeviceExpression> then = ofRequest;
    if (first == null || then == null) {
      first = compiled(deviceClass.selectors(), expressions);
      then = compiled(demand.selectors(), expressions);
      ofClass = first;
      ofRequest = then;
    }
    return matches(device, first, "class ", deviceClass.name())
        && matches(device, then, "claim ", claim);
  }

  private static List<DeviceExpression> compiled(
      List<DeviceSelector> selectors, DeviceExpressions expressions) {
    var compiled = new ArrayList<DeviceExpression>(selectors.size());
    for (DeviceSelector selector : selectors) {
      compiled.add(expressions.compile(selector.cel() == null ? "" : selector.cel()));
    }
    return compiled;
  }

  private static boolean matches(
      InventoryDevice device, List<DeviceExpression> expressions, String kind, String name) {
    for (int i = 0; i < expressions.size(); i++) {
      DeviceExpression expression = expressions.get(i);
      if (expression.compileError() != null) {
        throw AllocationException.input(
            "%s%s: selector #%d: CEL compile error: %s"
                .formatted(kind, name, i, expression.compileError()));
      }
      try {
        if (!device.matches(expression)) {
          return false;
        }
      } catch (ExpressionException e) {
        throw AllocationException.input(
            "%s%s: selector #%d: CEL runtime error: %s".formatted(kind, name, i, e.getMessage()));
      }
    }
    return true;
  }

  /** Whether the device has no taint that the request does not put up with. */
  boolean toleratesTaintsOf(Device device) {
    for (Device.Taint taint : device.taints()) {
      boolean counts = taint.effect().equals("NoSchedule") || taint.effect().equals("NoExecute");
      if (counts && demand.tolerations().stream().noneMatch(each -> tolerates(each, taint))) {
        return false;
      }
    }
    return true;
  }

  private static boolean tolerates(DeviceToleration toleration, Device.Taint taint) {
    if ((!toleration.effect().isEmpty() && !toleration.effect().equals(taint.effect()))
        || (!toleration.key().isEmpty() && !toleration.key().equals(taint.key()))) {
      return false;
    }
    return switch (toleration.operator()) {
      case "", "Equal" -> toleration.value().equals(taint.value());
      case "Exists" -> true;
      default -> false;
    };
  }
}
