package io.merapi.kube.devices;

import io.merapi.api.device.Device;
import io.merapi.kube.cel.DeviceExpression;
import io.merapi.kube.cel.DeviceInput;
import io.merapi.kube.cel.ExpressionException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A device that a driver offers, with the answers to the expressions it was asked about: a device
 * does not change, so neither does an answer. Safe for use by several threads.
 */
final class InventoryDevice {

  /** So many answers are kept; users may write any number of expressions. */
  private static final int MOST_ANSWERS = 64;

  private final DeviceId id;
  private final Device device;
  private final NodeReach reach;
  private final DeviceInput input;
  private final Map<DeviceExpression, Boolean> answers = new ConcurrentHashMap<>(4);

  InventoryDevice(DeviceId id, Device device, boolean listAttributes) {
    this.id = id;
    this.device = device;
    this.reach = new NodeReach(device.nodes());
    this.input = DeviceInput.of(id.driver(), device, listAttributes);
  }

  DeviceId id() {
    return id;
  }

  Device device() {
    return device;
  }

  /** Where it can be used, if its slice leaves that to each device. */
  NodeReach reach() {
    return reach;
  }

  boolean matches(DeviceExpression expression) throws ExpressionException {
    Boolean known = answers.get(expression);
    if (known != null) {
      return known;
    }
    boolean answer = expression.matches(input);
    if (answers.size() >= MOST_ANSWERS) {
      answers.clear();
    }
    answers.put(expression, answer);
    return answer;
  }
}
