package io.merapi.cluster.effects;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.PersistentVolumeClaim;
import io.merapi.cluster.http.ApiRequest;
import io.merapi.cluster.permission.ApiCall;
import io.merapi.config.objects.ObjectWriter;
import io.merapi.kube.effects.Outcome;
import io.merapi.kube.effects.VolumeWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Writes volumes and claims for them; fails where they have changed since they were seen. */
final class ApiVolumeWriter implements VolumeWriter {

  private final Requests requests;

  ApiVolumeWriter(Requests requests) {
    this.requests = requests;
  }

  @Override
  public CompletionStage<Outcome> update(PersistentVolume volume) {
    var patch = new LinkedHashMap<String, Object>();
    patch.put("metadata", annotationsOf(volume));
    PersistentVolume.ClaimReference claim = volume.claim();
    if (claim != null) {
      var reference = new LinkedHashMap<String, Object>();
      reference.put("apiVersion", "v1");
      reference.put("kind", "PersistentVolumeClaim");
      reference.put("name", claim.name());
      reference.put("namespace", claim.namespace());
      reference.put("uid", claim.uid());
      patch.put("spec", Map.of("claimRef", reference));
    }
    return requests.outcome(
        ApiCall.PATCH_VOLUME.patch(volume, ApiRequest.MERGE, ObjectWriter.json(patch)));
  }

  @Override
  public CompletionStage<Outcome> update(PersistentVolumeClaim claim) {
    return requests.outcome(
        ApiCall.PATCH_VOLUME_CLAIM.patch(
            claim, ApiRequest.MERGE, ObjectWriter.json(Map.of("metadata", annotationsOf(claim)))));
  }

  private static Map<String, Object> annotationsOf(ClusterObject object) {
    return Map.of(
        "annotations",
        object.meta().annotations().toMap(),
        "resourceVersion",
        object.meta().resourceVersion());
  }
}
