package io.merapi.api.meta;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The part of an object's metadata that scheduling reads.
 *
 * @param namespace empty for objects that belong to no namespace
 * @param uid empty where the object was written by hand and never met an API server
 * @param resourceVersion empty where the object never met an API server
 * @param creationTimestamp absent where the object never met an API server
 * @param deletionTimestamp set once the object is being deleted
 */
public record ObjectMeta(
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

  public ObjectMeta {
    owners = List.copyOf(owners);
    finalizers = List.copyOf(finalizers);
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

  /** {@code namespace/name}, or the bare name of an object without a namespace. */
  public String key() {
    return namespace.isEmpty() ? name : namespace + "/" + name;
  }

  /** The managing controller, if there is one. */
  public Optional<OwnerReference> controller() {
    return owners.stream().filter(OwnerReference::controller).findFirst();
  }
}
