package io.merapi.kube.state;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterView;
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

  private final Map<Place, ClusterObject> assumed = new ConcurrentHashMap<>();
  private final DecisionLog<ClusterObject> log = new DecisionLog<>();

  /** Objects as they began or ceased to be assumed. */
  public DecisionLog<ClusterObject> log() {
    return log;
  }

  /** Lets an object be taken for this one, which has the version that it was made of. */
  public void assume(ClusterObject object) {
    ClusterObject before = assumed.put(Place.of(object), object);
    if (before != null) {
      log.add(before);
    }
    log.add(object);
  }

  /** Takes the cluster's word for an object again. */
  public void restore(ObjectKind kind, String key) {
    ClusterObject before = assumed.remove(new Place(kind, key));
    if (before != null) {
      log.add(before);
    }
  }

  /**
   * Takes back an assumption, unless another that stands on a later version has replaced it.
   *
   * @param object as it was assumed
   */
  public void restore(ClusterObject object) {
    assumed.computeIfPresent(
        Place.of(object), (_, held) -> sameVersion(held, object) ? null : held);
    log.add(object);
  }

  /** Forgets what was assumed of an object if that is void by now, so that it takes no room. */
  public void prune(ClusterView cluster, ObjectKind kind, String key) {
    ClusterObject held = held(kind, key);
    if (held != null) {
      ClusterObject real = cluster.object(kind, key);
      if (real == null || !sameVersion(held, real)) {
        restore(kind, key);
      }
    }
  }

  /** An object as it was assumed last, void or not; null where nothing is assumed of it. */
  public @Nullable ClusterObject held(ObjectKind kind, String key) {
    return assumed.get(new Place(kind, key));
  }

  /** The objects of a kind that are assumed to be other than the cluster has them, by key. */
  public Map<String, ClusterObject> assumed(ClusterView cluster, ObjectKind kind) {
    var objects = new TreeMap<String, ClusterObject>();
    for (ClusterObject object : assumed.values()) {
      if (object.kind() == kind) {
        ClusterObject real = cluster.object(kind, object.key());
        if (real != null && sameVersion(object, real)) {
          objects.put(object.key(), object);
        }
      }
    }
    return objects;
  }

  /** An object as it is assumed to be; null where the cluster does not have it. */
  public @Nullable ClusterObject latest(ClusterView cluster, ObjectKind kind, String key) {
    ClusterObject real = cluster.object(kind, key);
    return real == null ? null : latest(real);
  }

  /** All objects of a kind as they are assumed to be, in the cluster's order. */
  public List<ClusterObject> latest(ClusterView cluster, ObjectKind kind) {
    var objects = new ArrayList<ClusterObject>();
    cluster.objects(kind).forEach(real -> objects.add(latest(real)));
    return objects;
  }

  private ClusterObject latest(ClusterObject real) {
    ClusterObject instead = assumed.get(Place.of(real));
    return instead != null && sameVersion(instead, real) ? instead : real;
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
  public Map<Place, ClusterObject> prune(ClusterView cluster) {
    assumed
        .values()
        .removeIf(object -> {
          ClusterObject real = cluster.object(object.kind(), object.key());
          return real == null || !sameVersion(object, real);
        });
    return new TreeMap<>(assumed);
  }

  /** Where an object stands. */
  public record Place(ObjectKind kind, String key) implements Comparable<Place> {

    static Place of(ClusterObject object) {
      return new Place(object.kind(), object.key());
    }

    @Override
    public int compareTo(Place other) {
      int byKind = kind.compareTo(other.kind);
      return byKind != 0 ? byKind : key.compareTo(other.key);
    }
  }
}
