package io.merapi.bench.scenario;

import static io.merapi.testkit.VolumeBuilder.volume;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.meta.WellKnownKeys;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodStatus;
import io.merapi.api.resource.ResourceNames;
import io.merapi.api.storage.ClaimSpec;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.PersistentVolume.ClaimReference;
import io.merapi.api.storage.PersistentVolumeClaim;
import io.merapi.kube.effects.ClaimWriter;
import io.merapi.kube.effects.Effects;
import io.merapi.kube.effects.Outcome;
import io.merapi.kube.effects.VolumeWriter;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** Writes claims, and makes and binds the volumes that are asked for, without delay. */
final class ClaimsAtOnce implements VolumeWriter, ClaimWriter {

  private final Consumer<ClusterObject> cluster;
  private long version;

  /**
   * @param cluster told of every object that has changed
   */
  ClaimsAtOnce(Consumer<ClusterObject> cluster) {
    this.cluster = cluster;
  }

  @Override
  public CompletionStage<Outcome> update(PersistentVolume volume) {
    cluster.accept(volume.claimedBy(Objects.requireNonNull(volume.claim()), newer(volume.meta())));
    return Outcome.done();
  }

  @Override
  public CompletionStage<Outcome> update(PersistentVolumeClaim claim) {
    String name = "of-" + claim.name();
    ClaimSpec spec = claim.spec();
    PersistentVolume made =
        volume(name)
            .size(Objects.requireNonNull(spec.requests().get(ResourceNames.STORAGE)).toString())
            .ofClass(claim.storageClass())
            .csi(Claimed.DRIVER, name)
            .build();
    cluster.accept(made.claimedBy(ClaimReference.to(claim), newer(made.meta())));
    Labels annotations = claim.meta().annotations().with(WellKnownKeys.BIND_COMPLETED, "yes");
    cluster.accept(
        new PersistentVolumeClaim(
            newer(claim.meta()).withAnnotations(annotations),
            new ClaimSpec(
                spec.accessModes(),
                spec.requests(),
                spec.storageClassName(),
                spec.selector(),
                name,
                spec.volumeMode(),
                spec.volumeAttributesClassName()),
            "Bound",
            spec.requests()));
    return Outcome.done();
  }

  @Override
  public CompletionStage<Outcome> update(ResourceClaim claim) {
    cluster.accept(claim.withMeta(newer(claim.meta())));
    return Outcome.done();
  }

  private ObjectMeta newer(ObjectMeta meta) {
    return meta.withResourceVersion("" + ++version);
  }

  @Override
  public CompletionStage<Created> create(ResourceClaim claim) {
    return Effects.refused().claims().create(claim);
  }

  @Override
  public CompletionStage<Outcome> delete(ResourceClaim claim) {
    return Effects.refused().claims().delete(claim);
  }

  @Override
  public CompletionStage<Outcome> report(Pod pod, PodStatus.ExtendedResourceClaim status) {
    return Effects.refused().claims().report(pod, status);
  }
}
