package io.merapi.kube.state;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterView;
import io.merapi.kube.persistent.PersistentMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Objects as they will be once the cluster has taken what was decided about them.
 *
 * <p>An assumption stands on the object that it was made of: when the cluster has another version
 * of that object, or no longer has it, the cluster is right and the assumption is void. Shared by
 * all profiles of a scheduler; safe for use by several threads. Upstream counterpart: {@code
 * AssumeCache}.
 */
public final class AssumedObjects {

  private final Map<ObjectKind, PersistentMap<String, ClusterObject>> assumed =
      new ConcurrentHashMap<>();
  private final DecisionLog<ClusterObject> log = new DecisionLog<>();

  /** Objects as they began or ceased to be assumed. */
  public DecisionLog<ClusterObject> log() {
    return log;
  }

  /** Lets an object be taken for this one, which has the version that it was made of. */
  public void assume(ClusterObject object) {
    ClusterObject before = replace(object.kind(), object.key(), object);
    if (before != null) {
      log.add(before);
    }
    log.add(object);
  }

  /** Takes the cluster's word for an object again. */
  public void restore(ObjectKind kind, String key) {
    ClusterObject before = replace(kind, key, null);
    if (before != null) {
      log.add(before);
    }
  }

  /**
   * Takes back an assumption, unless another that stands on a later version has replaced it.
   *
   * @param object as it was assumed
   */
  public synchronized void restore(ClusterObject object) {
    ClusterObject held = held(object.kind(), object.key());
    if (held != null && sameVersion(held, object)) {
      replace(object.kind(), object.key(), null);
    }
    log.add(object);
  }

  private synchronized @Nullable ClusterObject replace(
      ObjectKind kind, String key, @Nullable ClusterObject after) {
    PersistentMap<String, ClusterObject> ofKind = held(kind);
    assumed.put(kind, after == null ? ofKind.without(key) : ofKind.with(key, after));
    return ofKind.get(key);
  }

  /** Forgets what was assumed of an object if that is void by now, so that it takes no room. */
  public void prune(ClusterView cluster, ObjectKind kind, String key) {
    ClusterObject held = held(kind, key);
    if (held != null && !stands(held, cluster)) {
      restore(kind, key);
    }
  }

  /** An object as it was assumed last, void or not; null where nothing is assumed of it. */
  public @Nullable ClusterObject held(ObjectKind kind, String key) {
    return held(kind).get(key);
  }

  /** The objects of a kind as they were assumed last, void or not, by key; never changes. */
  public PersistentMap<String, ClusterObject> held(ObjectKind kind) {
    return assumed.getOrDefault(kind, PersistentMap.empty());
  }

  /** The objects of a kind that are assumed to be other than the cluster has them, by key. */
  public Map<String, ClusterObject> assumed(ClusterView cluster, ObjectKind kind) {
    var objects = new TreeMap<String, ClusterObject>();
    held(kind)
        .forEach((key, object) -> {
          if (stands(object, cluster)) {
            objects.put(key, object);
          }
        });
    return objects;
  }

  /** An object as it is assumed to be; null where the cluster does not have it. */
  public @Nullable ClusterObject latest(ClusterView cluster, ObjectKind kind, String key) {
    ClusterObject real = cluster.object(kind, key);
    return real == null ? null : latest(real, held(kind, key));
  }

  /** All objects of a kind as they are assumed to be, in the cluster's order. */
  public List<ClusterObject> latest(ClusterView cluster, ObjectKind kind) {
    PersistentMap<String, ClusterObject> ofKind = held(kind);
    var objects = new ArrayList<ClusterObject>();
    cluster.objects(kind).forEach(real -> objects.add(latest(real, ofKind.get(real.key()))));
    return objects;
  }

  /** An object as it is assumed to be, where something is held of it. */
  public static ClusterObject latest(ClusterObject real, @Nullable ClusterObject held) {
    return held != null && sameVersion(held, real) ? held : real;
  }

  private static boolean stands(ClusterObject object, ClusterView cluster) {
    ClusterObject real = cluster.object(object.kind(), object.key());
    return real != null && sameVersion(object, real);
  }

  private static boolean sameVersion(ClusterObject one, ClusterObject other) {
    return one.meta().resourceVersion().equals(other.meta().resourceVersion())
        && one.meta().uid().equals(other.meta().uid());
  }

  /**
   * Forgets what is void, so that it takes no room.
   *
   * @return the objects that are still assumed, by kind and key
   */
  public synchronized Map<Place, ClusterObject> prune(ClusterView cluster) {
    var standing = new TreeMap<Place, ClusterObject>();
    for (ObjectKind kind : List.copyOf(assumed.keySet())) {
      held(kind)
          .forEach((key, object) -> {
            if (stands(object, cluster)) {
              standing.put(new Place(kind, key), object);
            } else {
              replace(kind, key, null);
            }
          });
    }
    return standing;
  }

  /** Where an object stands. */
  public record Place(ObjectKind kind, String key) implements Comparable<Place> {

    @Override
    public int compareTo(Place other) {
      int byKind = kind.compareTo(other.kind);
      return byKind != 0 ? byKind : key.compareTo(other.key);
    }
  }
}
