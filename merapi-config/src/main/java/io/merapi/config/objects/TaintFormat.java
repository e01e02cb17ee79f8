package io.merapi.config.objects;

import io.merapi.api.device.Device;
import io.merapi.api.node.Node;
import java.util.Map;

/** A taint, as nodes and devices have it. */
final class TaintFormat {

  private TaintFormat() {}

  /** Makes a taint of its parts. */
  private interface Maker<T> {
    T make(String key, String value, String effect);
  }

  static Node.Taint readOfNode(ObjectCursor in) {
    return read(in, Node.Taint::new);
  }

  static Device.Taint readOfDevice(ObjectCursor in) {
    return read(in, Device.Taint::new);
  }

  static Map<String, Object> write(Node.Taint taint) {
    return write(taint.key(), taint.value(), taint.effect());
  }

  static Map<String, Object> write(Device.Taint taint) {
    return write(taint.key(), taint.value(), taint.effect());
  }

  private static <T> T read(ObjectCursor in, Maker<T> maker) {
    String key = "";
    String value = "";
    String effect = "";
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "key" -> key = in.text();
          case "value" -> value = in.text();
          case "effect" -> effect = in.text();
          default -> in.skip();
        }
      }
    }
    return maker.make(key, value, effect);
  }

  private static Map<String, Object> write(String key, String value, String effect) {
    return new FieldMap().text("effect", effect).text("key", key).text("value", value).fields();
  }
}
