package io.merapi.kube.state;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterView;
import io.merapi.kube.persistent.PersistentMap;

/** The objects of views as maps that can be compared with earlier ones at little cost. */
public final class ObjectMaps {

  private ObjectMaps() {}

  /** The objects of a kind by key. */
  public static PersistentMap<String, ClusterObject> of(ClusterView cluster, ObjectKind kind) {
    if (cluster instanceof Viewed view) {
      return view.contents().objects(kind);
    }
    PersistentMap<String, ClusterObject> objects = PersistentMap.empty();
    for (ClusterObject object : cluster.objects(kind)) {
      objects = objects.with(object.key(), object);
    }
    return objects;
  }

  /** A view that has its objects from the contents of a cluster. */
  public interface Viewed extends ClusterView {

    ClusterContents contents();
  }
}
