package io.merapi.cluster.effects;

import io.merapi.api.cluster.ClusterObject;
import java.util.LinkedHashMap;
import java.util.Map;

/** How Events name the object that they are about. */
final class Reference {

  private Reference() {}

  static Map<String, Object> to(ClusterObject object) {
    var reference = new LinkedHashMap<String, Object>();
    reference.put("apiVersion", object.kind().apiVersion());
    reference.put("kind", object.kind().kindName());
    reference.put("name", object.name());
    reference.put("namespace", object.namespace());
    reference.put("resourceVersion", object.meta().resourceVersion());
    reference.put("uid", object.meta().uid());
    return reference;
  }
}
