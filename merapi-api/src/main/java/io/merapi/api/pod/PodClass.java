package io.merapi.api.pod;

import io.merapi.api.meta.Labels;
import io.merapi.api.meta.OwnerReference;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Pods that no plugin can tell apart: what holds for one of them on a node holds for all.
 *
 * <p>A class is all that scheduling reads of a pod but its name, its node and its times: namespace,
 * spec, effective requests, the labels that some selector of the cluster reads, the annotations
 * that scheduling reads, the owner that default spreading looks up and whether it is being deleted.
 * What a pod is nominated to is left out: only the cycle of that very pod reads it, so it need not
 * split a gang.
 *
 * <p>Classes are made by {@link PodClasses}, one instance each while a pod has it. The number is
 * small and dense so that columns can be arrays; it is given to another class after the last pod of
 * this one is gone, so whoever keeps something under the number also keeps the instance and
 * compares it.
 */
public final class PodClass {

  private final int id;
  private final Key key;
  private final List<String> claimKeys;
  private final CompiledPodTerms podTerms;
  private final Object apartFromClaims;

  PodClass(int id, Key key) {
    this.id = id;
    this.key = key;
    this.claimKeys =
        key.traits.claimNames.stream().map(name -> key.namespace + "/" + name).toList();
    this.podTerms = CompiledPodTerms.of(key.namespace, key.traits.spec.affinity());
    this.apartFromClaims = hasClaims() ? key.apartFromClaims() : this;
  }

  /** The number of the class, unique among the classes of one snapshot. */
  public int id() {
    return id;
  }

  public String namespace() {
    return key.namespace;
  }

  public PodSpec spec() {
    return key.traits.spec;
  }

  public PodRequests requests() {
    return key.requests;
  }

  /** The labels that are read; pods of the class may have others. */
  public Labels labels() {
    return key.labels;
  }

  /** The annotations that are read; pods of the class may have others. */
  public Labels annotations() {
    return key.annotations;
  }

  /** The controller whose selector default spreading uses; absent for owners of other kinds. */
  public @Nullable OwnerReference controller() {
    return key.controller;
  }

  /** Whether the pods are being deleted. */
  public boolean terminating() {
    return key.terminating;
  }

  public List<HostPort> hostPorts() {
    return key.traits.hostPorts;
  }

  /**
   * The images that the pods need on their node, as nodes name them; one that is used twice is
   * there twice.
   */
  public List<String> imageNames() {
    return key.traits.imageNames;
  }

  /** Keys of the claims that the spec names, in the order of its volumes. */
  public List<String> claimKeys() {
    return claimKeys;
  }

  /** Whether the pods have claims, named by the spec or made for each of them. */
  public boolean hasClaims() {
    return !claimKeys.isEmpty() || key.traits.hasOwnClaims;
  }

  /**
   * The class but for which claims its pods have: equal for classes that nothing else tells apart.
   * What their claims say may do so still.
   */
  public Object apartFromClaims() {
    return apartFromClaims;
  }

  /** The terms of affinity and anti-affinity to other pods. */
  public CompiledPodTerms podTerms() {
    return podTerms;
  }

  public boolean hasPodAffinity() {
    return key.traits.hasPodAffinity;
  }

  public boolean hasRequiredPodAntiAffinity() {
    return key.traits.hasRequiredPodAntiAffinity;
  }

  SpecTraits traits() {
    return key.traits;
  }

  Key key() {
    return key;
  }

  @Override
  public String toString() {
    return "class " + id + " in " + key.namespace;
  }

  /**
   * All that makes pods equal.
   *
   * @param labelled whether there are labels at all: disruption budgets pass over pods without any,
   *     also where their selector would match
   * @param own set for pods that have claims of their own, which makes each its own class
   */
  record Key(
      String namespace,
      SpecTraits traits,
      PodRequests requests,
      Labels labels,
      boolean labelled,
      Labels annotations,
      @Nullable OwnerReference controller,
      boolean terminating,
      @Nullable OwnClaims own) {

    /** Devices that an extended resource stands for are told of by the pod's own status alone. */
    Key apartFromClaims() {
      return new Key(
          namespace,
          traits.unnamed,
          requests,
          labels,
          labelled,
          annotations,
          controller,
          terminating,
          own == null || own.extended == null ? null : own);
    }
  }

  /** A pod whose claims belong to it alone, or are reserved for it by its uid. */
  record OwnClaims(
      String name,
      String uid,
      List<PodStatus.ClaimStatus> claims,
      PodStatus.@Nullable ExtendedResourceClaim extended) {}
}
