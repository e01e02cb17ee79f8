package io.merapi.config.objects;

import io.merapi.api.cluster.ConfigMap;
import io.merapi.api.meta.ObjectMeta;
import java.util.Map;
import java.util.TreeMap;

/** {@code v1 ConfigMap}. */
final class ConfigMapFormat {

  private ConfigMapFormat() {}

  /** Reads the fields of a map; the cursor stands inside the object, before its first field. */
  static ConfigMap read(ObjectCursor in) {
    ObjectMeta meta = MetaFormat.ABSENT;
    var data = new TreeMap<String, String>();
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "metadata" -> meta = MetaFormat.read(in);
        case "data" -> readData(in, data);
        default -> in.skip();
      }
    }
    return new ConfigMap(meta, data);
  }

  private static void readData(ObjectCursor in, Map<String, String> data) {
    if (in.enterObject()) {
      for (String key = in.nextField(); key != null; key = in.nextField()) {
        String text = in.textOrNull();
        if (text != null) {
          data.put(key, text);
        }
      }
    }
  }

  static Map<String, Object> write(ConfigMap map) {
    return new FieldMap()
        .map("metadata", MetaFormat.write(map.meta()))
        .map("data", map.data())
        .fields();
  }
}
