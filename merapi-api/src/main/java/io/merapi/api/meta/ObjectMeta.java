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

  public ObjectMeta withLabels(Labels newLabels) {
    return new ObjectMeta(
        name,
        namespace,
        uid,
        resourceVersion,
        creationTimestamp,
        deletionTimestamp,
        newLabels,
        annotations,
        owners,
        finalizers);
  }

  public ObjectMeta withAnnotations(Labels newAnnotations) {
    return new ObjectMeta(
        name,
        namespace,
        uid,
        resourceVersion,
        creationTimestamp,
        deletionTimestamp,
        labels,
        newAnnotations,
        owners,
        finalizers);
  }

  public ObjectMeta withResourceVersion(String newVersion) {
    return new ObjectMeta(
        name,
        namespace,
        uid,
        newVersion,
        creationTimestamp,
        deletionTimestamp,
        labels,
        annotations,
        owners,
        finalizers);
  }

  public ObjectMeta withName(String newName) {
    return new ObjectMeta(
        newName,
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

  public ObjectMeta withUid(String newUid) {
    return new ObjectMeta(
        name,
        namespace,
        newUid,
        resourceVersion,
        creationTimestamp,
        deletionTimestamp,
        labels,
        annotations,
        owners,
        finalizers);
  }

  public ObjectMeta withCreation(Instant created) {
    return new ObjectMeta(
        name,
        namespace,
        uid,
        resourceVersion,
        created,
        deletionTimestamp,
        labels,
        annotations,
        owners,
        finalizers);
  }

  public ObjectMeta withFinalizers(List<String> newFinalizers) {
    return new ObjectMeta(
        name,
        namespace,
        uid,
        resourceVersion,
        creationTimestamp,
        deletionTimestamp,
        labels,
        annotations,
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
