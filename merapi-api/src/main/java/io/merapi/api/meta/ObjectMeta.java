package io.merapi.api.meta;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The part of an object's metadata that scheduling reads; immutable.
 *
 * <p>A fact like any record, and a class only because it remembers its key: maps are asked for the
 * object by it at every step.
 */
public final class ObjectMeta {

  private final String name;
  private final String namespace;
  private final String uid;
  private final String resourceVersion;
  private final @Nullable Instant creationTimestamp;
  private final @Nullable Instant deletionTimestamp;
  private final Labels labels;
  private final Labels annotations;
  private final List<OwnerReference> owners;
  private final List<String> finalizers;

  /** Made when it is first asked for; whichever thread makes it, it is the same text. */
  private @Nullable String key;

  /**
   * Metadata as an object states it.
   *
   * @param namespace empty for objects that belong to no namespace
   * @param uid empty where the object was written by hand and never met an API server
   * @param resourceVersion empty where the object never met an API server
   * @param creationTimestamp absent where the object never met an API server
   * @param deletionTimestamp set once the object is being deleted
   */
  public ObjectMeta(
      String name,
      String namespace,
      String uid,
      String resourceVersion,
      @Nullable Instant creationTimestamp,
      @Nullable Instant deletionTimestamp,
      Labels labels,
      Labels annotations,
      List<OwnerReference> owners,
      List<String> finalizers) {
    this.name = name;
    this.namespace = namespace;
    this.uid = uid;
    this.resourceVersion = resourceVersion;
    this.creationTimestamp = creationTimestamp;
    this.deletionTimestamp = deletionTimestamp;
    this.labels = labels;
    this.annotations = annotations;
    this.owners = List.copyOf(owners);
    this.finalizers = List.copyOf(finalizers);
  }

  /** Metadata with a name and nothing else, for objects made in code. */
  public static ObjectMeta named(String namespace, String name) {
    return new ObjectMeta(
        name, namespace, "", "", null, null, Labels.EMPTY, Labels.EMPTY, List.of(), List.of());
  }

  public ObjectMeta withName(String newName) {
    return copy(newName, uid, resourceVersion, creationTimestamp, labels, annotations, finalizers);
  }

  public ObjectMeta withUid(String newUid) {
    return copy(name, newUid, resourceVersion, creationTimestamp, labels, annotations, finalizers);
  }

  public ObjectMeta withResourceVersion(String newVersion) {
    return copy(name, uid, newVersion, creationTimestamp, labels, annotations, finalizers);
  }

  public ObjectMeta withCreation(Instant created) {
    return copy(name, uid, resourceVersion, created, labels, annotations, finalizers);
  }

  /** The same metadata of an object that is being deleted. */
  public ObjectMeta withDeletion(Instant deleted) {
    return new ObjectMeta(
        name,
        namespace,
        uid,
        resourceVersion,
        creationTimestamp,
        deleted,
        labels,
        annotations,
        owners,
        finalizers);
  }

  public ObjectMeta withLabels(Labels newLabels) {
    return copy(name, uid, resourceVersion, creationTimestamp, newLabels, annotations, finalizers);
  }

  public ObjectMeta withAnnotations(Labels newAnnotations) {
    return copy(name, uid, resourceVersion, creationTimestamp, labels, newAnnotations, finalizers);
  }

  public ObjectMeta withOwners(List<OwnerReference> newOwners) {
    return new ObjectMeta(
        name,
        namespace,
        uid,
        resourceVersion,
        creationTimestamp,
        deletionTimestamp,
        labels,
        annotations,
        newOwners,
        finalizers);
  }

  public ObjectMeta withFinalizers(List<String> newFinalizers) {
    return copy(name, uid, resourceVersion, creationTimestamp, labels, annotations, newFinalizers);
  }

  /** The same metadata but for what is given; namespace, deletion and owners are kept. */
  private ObjectMeta copy(
      String newName,
      String newUid,
      String newVersion,
      @Nullable Instant created,
      Labels newLabels,
      Labels newAnnotations,
      List<String> newFinalizers) {
    return new ObjectMeta(
        newName,
        namespace,
        newUid,
        newVersion,
        created,
        deletionTimestamp,
        newLabels,
        newAnnotations,
        owners,
        newFinalizers);
  }

  public String name() {
    return name;
  }

  public String namespace() {
    return namespace;
  }

  public String uid() {
    return uid;
  }

  public String resourceVersion() {
    return resourceVersion;
  }

  public @Nullable Instant creationTimestamp() {
    return creationTimestamp;
  }

  public @Nullable Instant deletionTimestamp() {
    return deletionTimestamp;
  }

  public Labels labels() {
    return labels;
  }

  public Labels annotations() {
    return annotations;
  }

  public List<OwnerReference> owners() {
    return owners;
  }

  public List<String> finalizers() {
    return finalizers;
  }

  /** {@code namespace/name}, or the bare name of an object without a namespace. */
  public String key() {
    String known = key;
    if (known == null) {
      known = namespace.isEmpty() ? name : namespace + "/" + name;
      key = known;
    }
    return known;
  }

  /** The managing controller, if there is one. */
  public Optional<OwnerReference> controller() {
    return owners.stream().filter(OwnerReference::controller).findFirst();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof ObjectMeta that
            && name.equals(that.name)
            && namespace.equals(that.namespace)
            && uid.equals(that.uid)
            && resourceVersion.equals(that.resourceVersion)
            && Objects.equals(creationTimestamp, that.creationTimestamp)
            && Objects.equals(deletionTimestamp, that.deletionTimestamp)
            && labels.equals(that.labels)
            && annotations.equals(that.annotations)
            && owners.equals(that.owners)
            && finalizers.equals(that.finalizers));
  }

  @Override
  public int hashCode() {
    return Objects.hash(
        name,
        namespace,
        uid,
        resourceVersion,
        creationTimestamp,
        deletionTimestamp,
        labels,
        annotations,
        owners,
        finalizers);
  }

  @Override
  public String toString() {
    return "ObjectMeta["
        + "name="
        + name
        + ", namespace="
        + namespace
        + ", uid="
        + uid
        + ", resourceVersion="
        + resourceVersion
        + ", creationTimestamp="
        + creationTimestamp
        + ", deletionTimestamp="
        + deletionTimestamp
        + ", labels="
        + labels
        + ", annotations="
        + annotations
        + ", owners="
        + owners
        + ", finalizers="
        + finalizers
        + "]";
  }
}
