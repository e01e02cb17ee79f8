package io.merapi.api.pod;

import io.merapi.api.selector.LabelSelector;
import io.merapi.api.selector.SelectorRequirement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What follows from a spec alone, worked out once for all pods that share it.
 *
 * <p>{@link PodClasses} keeps one instance per spec, so equality is identity.
 */
final class SpecTraits {

  final PodSpec spec;

  /** What a pod asks for while its status says nothing else. */
  final PodRequests requests;

  final List<HostPort> hostPorts;

  /** Claims named by the spec, without those made for each pod. */
  final List<String> claimNames;

  /** As nodes name them; an image that is used twice is there twice. */
  final List<String> imageNames;

  final boolean hasPodAffinity;
  final boolean hasRequiredPodAntiAffinity;

  /** Whether each pod has claims that no other pod has, or must be told apart by its claims. */
  final boolean hasOwnClaims;

  /** Those of the spec without the names of claims; the same where it names none. */
  final SpecTraits unnamed;

  /** Keys of pod labels that the affinity and spread constraints of the spec read. */
  final Set<String> readLabelKeys;

  /**
   * @param unnamed those of the spec without the names of claims; absent where it names none
   */
  SpecTraits(PodSpec spec, PodRequests requests, @Nullable SpecTraits unnamed) {
    this.unnamed = unnamed == null ? this : unnamed;
    this.spec = spec;
    this.requests = requests;
    this.hostPorts = HostPort.wantedBy(spec);
    this.claimNames = claimNames(spec);
    this.imageNames = imageNames(spec);
    Affinity affinity = spec.affinity();
    this.hasPodAffinity =
        !affinity.podAffinity().isEmpty() || !affinity.podAntiAffinity().isEmpty();
    this.hasRequiredPodAntiAffinity = !affinity.podAntiAffinity().required().isEmpty();
    this.hasOwnClaims =
        !spec.resourceClaims().isEmpty()
            || spec.volumes().stream().anyMatch(v -> v.source() instanceof Volume.Ephemeral);
    this.readLabelKeys = readLabelKeys(spec);
  }

  private static List<String> claimNames(PodSpec spec) {
    var names = new ArrayList<String>();
    for (Volume volume : spec.volumes()) {
      if (volume.source() instanceof Volume.Claim claim) {
        names.add(claim.claimName());
      }
    }
    return List.copyOf(names);
  }

  private static List<String> imageNames(PodSpec spec) {
    var names = new ArrayList<String>();
    for (Container container : spec.initContainers()) {
      names.add(withTag(container.image()));
    }
    for (Container container : spec.containers()) {
      names.add(withTag(container.image()));
    }
    for (Volume volume : spec.volumes()) {
      if (volume.source() instanceof Volume.Image(var reference)) {
        names.add(withTag(reference));
      }
    }
    return List.copyOf(names);
  }

  /** A colon before the last slash belongs to the port of a registry. */
  private static String withTag(String image) {
    return image.lastIndexOf(':') <= image.lastIndexOf('/') ? image + ":latest" : image;
  }

  private static Set<String> readLabelKeys(PodSpec spec) {
    var keys = new TreeSet<String>();
    addKeys(spec.affinity().podAffinity(), keys);
    addKeys(spec.affinity().podAntiAffinity(), keys);
    for (TopologySpreadConstraint constraint : spec.topologySpreadConstraints()) {
      addKeys(constraint.labelSelector(), keys);
      keys.addAll(constraint.matchLabelKeys());
    }
    return Collections.unmodifiableSet(keys);
  }

  private static void addKeys(Affinity.PodTerms terms, Set<String> keys) {
    terms.required().forEach(term -> addKeys(term, keys));
    terms.preferred().forEach(weighted -> addKeys(weighted.term(), keys));
  }

  private static void addKeys(PodAffinityTerm term, Set<String> keys) {
    addKeys(term.labelSelector(), keys);
    keys.addAll(term.matchLabelKeys());
    keys.addAll(term.mismatchLabelKeys());
  }

  private static void addKeys(@Nullable LabelSelector selector, Set<String> keys) {
    if (selector == null) {
      return;
    }
    selector.matchLabels().forEach(entry -> keys.add(entry.getKey()));
    for (SelectorRequirement requirement : selector.matchExpressions()) {
      keys.add(requirement.key());
    }
  }
}
