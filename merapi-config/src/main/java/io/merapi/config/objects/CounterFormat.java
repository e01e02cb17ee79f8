package io.merapi.config.objects;

import io.merapi.api.device.CounterSet;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import java.util.Map;

/**
 * Counter sets, whose name stands in a field that is called differently where a set is defined and
 * where a device consumes from it.
 */
final class CounterFormat {

  private CounterFormat() {}

  static CounterSet read(String nameField, ObjectCursor in) {
    String name = "";
    ResourceList counters = ResourceList.EMPTY;
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        if (field.equals(nameField)) {
          name = in.text();
        } else if (field.equals("counters")) {
          counters = new ResourceList(in.entries(CounterFormat::value));
        } else {
          in.skip();
        }
      }
    }
    return new CounterSet(name, counters);
  }

  static Map<String, Object> write(String nameField, CounterSet set) {
    return new FieldMap()
        .entries(
            "counters",
            set.counters().amounts(),
            amount -> new FieldMap().quantity("value", amount).fields())
        .text(nameField, set.name())
        .fields();
  }

  private static Quantity value(ObjectCursor in) {
    Quantity value = null;
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "value" -> value = in.quantity();
          default -> in.skip();
        }
      }
    }
    return value == null ? Quantity.ZERO : value;
  }
}
