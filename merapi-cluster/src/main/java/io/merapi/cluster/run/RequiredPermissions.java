package io.merapi.cluster.run;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.cluster.permission.ApiCall;
import io.merapi.cluster.permission.ApiReads;
import io.merapi.cluster.permission.Layer;
import io.merapi.cluster.permission.Need;
import io.merapi.cluster.permission.Permission;
import io.merapi.cluster.watch.WatchedKinds;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/** What roles have to allow. */
public final class RequiredPermissions {

  private RequiredPermissions() {}

  /**
   * Everything that the work of some layers may take, by any configuration.
   *
   * @param needs what it is used for
   */
  public static Set<Permission> of(Set<Layer> layers, Set<Need> needs) {
    var required = new LinkedHashSet<Permission>();
    for (Layer layer : layers) {
      for (ObjectKind kind : WatchedKinds.ever(layer)) {
        // ConfigMaps may hold what is nobody's business, so they are read only where they must be.
        if (kind != ObjectKind.CONFIG_MAP || needs.contains(Need.SHARED_DEVICES)) {
          required.addAll(ApiReads.permissions(kind));
        }
      }
    }
    for (ApiCall call : ApiCall.values()) {
      if (needs.contains(call.need()) && !Collections.disjoint(call.layers(), layers)) {
        required.addAll(call.permissions());
      }
    }
    return required;
  }
}
