package io.merapi.api.pod;

import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.meta.OwnerReference;
import io.merapi.api.resource.ResourceDictionary;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The classes of the pods of one cluster: gives each pod its {@link PodClass} and forgets a class
 * with its last pod.
 *
 * <p>Labels count as far as a selector reads them, so classes depend on the selectors of the whole
 * cluster: those in the specs of the pods themselves, which are followed here, and those of other
 * objects, which the owner announces with {@link #startReading} and {@link #stopReading}. A pod
 * keeps the class it was given; after {@link #takeChangedKeys} the owner asks again for the pods
 * that have one of those labels ({@link #renew}). From then on, until keys change again, two pods
 * share a class exactly if scheduling cannot tell them apart.
 *
 * <p>One thread only.
 *
 * <p>Implementation note: specs are interned first, by identity where the pod already carries the
 * shared instance, so that the key of a class is cheap to hash and to compare.
 */
public final class PodClasses {

  private final ResourceDictionary dictionary;
  private final PodRequests.Rules rules;
  private PodClassReads reads;
  private final ReadLabels readLabels;

  private final Map<PodSpec, Use<SpecTraits>> specs = new HashMap<>();
  private final IdentityHashMap<PodSpec, Use<SpecTraits>> sharedSpecs = new IdentityHashMap<>();
  private final Map<PodClass.Key, Use<PodClass>> classes = new HashMap<>();
  private final PriorityQueue<Integer> freeIds = new PriorityQueue<>();
  private int idBound;

  public PodClasses(ResourceDictionary dictionary, PodRequests.Rules rules, PodClassReads reads) {
    this.dictionary = dictionary;
    this.rules = rules;
    this.reads = reads;
    this.readLabels = new ReadLabels(reads.labelKeys());
  }

  /** Takes a pod in; it counts in its class until it is released. */
  public PodInfo admit(Pod pod) {
    Use<SpecTraits> spec = use(pod.spec());
    spec.count++;
    Use<PodClass> podClass = use(key(pod, spec.value));
    podClass.count++;
    Pod lean =
        sharedSpecs.containsKey(pod.spec())
            ? pod
            : new Pod(pod.meta(), pod.nodeName(), spec.value.spec, pod.status());
    return new PodInfo(lean, podClass.value);
  }

  /** Lets a pod go that was admitted. */
  public void release(PodInfo info) {
    PodClass podClass = info.podClass();
    Use<PodClass> use = classes.get(podClass.key());
    if (use == null || use.value != podClass) {
      throw new IllegalStateException("pod (%s) was not admitted here".formatted(info.key()));
    }
    if (--use.count == 0) {
      classes.remove(podClass.key());
      freeIds.add(podClass.id());
    }
    release(podClass.traits());
  }

  private void release(SpecTraits traits) {
    Use<SpecTraits> use = sharedSpecs.get(traits.spec);
    if (use != null && --use.count == 0) {
      specs.remove(traits.spec);
      sharedSpecs.remove(traits.spec);
      readLabels.stop(traits.readLabelKeys);
      if (traits.unnamed != traits) {
        release(traits.unnamed);
      }
    }
  }

  /** The pod in the class that it belongs to now; the same instance where that did not change. */
  public PodInfo renew(PodInfo info) {
    PodInfo renewed = admit(info.pod());
    release(info);
    return renewed.podClass() == info.podClass() ? info : renewed;
  }

  /** Announces that a selector reads labels of pods under these keys. */
  public void startReading(Collection<String> labelKeys) {
    readLabels.start(labelKeys);
  }

  /** Takes back what was announced with {@link #startReading}. */
  public void stopReading(Collection<String> labelKeys) {
    readLabels.stop(labelKeys);
  }

  /**
   * Takes note that plugins read other labels and annotations by name; the owner asks again for all
   * pods then.
   *
   * @return false where they are the same
   */
  public boolean read(PodClassReads now) {
    if (now.equals(reads)) {
      return false;
    }
    reads = now;
    readLabels.always(now.labelKeys());
    return true;
  }

  /** The label keys that began or ceased to tell pods apart since the last call. */
  public Set<String> takeChangedKeys() {
    return readLabels.takeChanged();
  }

  /** The label keys that tell pods apart now; an immutable set. */
  public Set<String> readLabelKeys() {
    return readLabels.keys();
  }

  /** How many classes there are. */
  public int size() {
    return classes.size();
  }

  /** The numbers of all classes are below this one. */
  public int idBound() {
    return idBound;
  }

  private Use<SpecTraits> use(PodSpec spec) {
    Use<SpecTraits> shared = sharedSpecs.get(spec);
    if (shared != null) {
      return shared;
    }
    Use<SpecTraits> equal = specs.get(spec);
    if (equal != null) {
      return equal;
    }
    var traits =
        new SpecTraits(spec, PodRequests.of(unreported(spec), dictionary, rules), unnamed(spec));
    var use = new Use<>(traits);
    specs.put(spec, use);
    sharedSpecs.put(spec, use);
    readLabels.start(traits.readLabelKeys);
    return use;
  }

  @SuppressWarnings("ReferenceEquality") // one that names no claims is its own
  private @Nullable SpecTraits unnamed(PodSpec spec) {
    PodSpec unnamed = spec.withoutClaimNames();
    if (unnamed == spec) {
      return null;
    }
    Use<SpecTraits> use = use(unnamed);
    use.count++;
    return use.value;
  }

  private static Pod unreported(PodSpec spec) {
    return new Pod(ObjectMeta.named("", ""), "", spec, PodStatus.UNREPORTED);
  }

  private Use<PodClass> use(PodClass.Key key) {
    Use<PodClass> known = classes.get(key);
    if (known != null) {
      return known;
    }
    Integer freed = freeIds.poll();
    int id = freed != null ? freed : idBound++;
    var use = new Use<>(new PodClass(id, key));
    classes.put(key, use);
    return use;
  }

  private PodClass.Key key(Pod pod, SpecTraits traits) {
    return new PodClass.Key(
        pod.namespace(),
        traits,
        requests(pod, traits),
        pod.meta().labels().only(readLabels.keys()),
        !pod.meta().labels().isEmpty(),
        pod.meta().annotations().only(reads.annotationKeys()),
        spreadController(pod),
        pod.meta().deletionTimestamp() != null,
        ownClaims(pod, traits));
  }

  private PodRequests requests(Pod pod, SpecTraits traits) {
    PodStatus status = pod.status();
    if (status.containerStatuses().isEmpty()
        && status.initContainerStatuses().isEmpty()
        && status.resources() == null) {
      return traits.requests;
    }
    PodRequests reported = PodRequests.of(pod, dictionary, rules);
    return reported.equals(traits.requests) ? traits.requests : reported;
  }

  private static @Nullable OwnerReference spreadController(Pod pod) {
    for (OwnerReference owner : pod.meta().owners()) {
      if (owner.controller()) {
        return switch (owner.apiVersion() + " " + owner.kind()) {
          case "v1 ReplicationController", "apps/v1 ReplicaSet", "apps/v1 StatefulSet" -> owner;
          default -> null;
        };
      }
    }
    return null;
  }

  private static PodClass.@Nullable OwnClaims ownClaims(Pod pod, SpecTraits traits) {
    PodStatus status = pod.status();
    return traits.hasOwnClaims || status.extendedResourceClaim() != null
        ? new PodClass.OwnClaims(
            pod.name(), pod.meta().uid(), status.claimStatuses(), status.extendedResourceClaim())
        : null;
  }

  /** An interned value with the number of pods that have it. */
  private static final class Use<T> {

    final T value;
    int count;

    Use(T value) {
      this.value = value;
    }
  }
}
