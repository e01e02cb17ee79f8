package io.merapi.cluster.effects;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodStatus.ExtendedResourceClaim;
import io.merapi.cluster.http.ApiAnswer;
import io.merapi.cluster.http.ApiRequest;
import io.merapi.cluster.http.ApiStatus;
import io.merapi.cluster.permission.ApiCall;
import io.merapi.config.objects.ObjectWriter;
import io.merapi.kube.effects.ClaimWriter;
import io.merapi.kube.effects.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Writes claims for devices. */
final class ApiClaimWriter implements ClaimWriter {

  private final Requests requests;

  ApiClaimWriter(Requests requests) {
    this.requests = requests;
  }

  @Override
  public CompletionStage<Created> create(ResourceClaim claim) {
    ApiRequest request =
        ApiCall.CREATE_RESOURCE_CLAIM.create(claim.namespace(), ObjectWriter.json(named(claim)));
    return requests.urgent(
        () -> {
          ApiAnswer answer = requests.send(request);
          Outcome outcome = Requests.outcome(answer);
          return new Created(
              outcome,
              answer.succeeded()
                  ? Requests.object(ResourceClaim.class, ObjectKind.RESOURCE_CLAIM, answer)
                  : claim);
        },
        message -> new Created(Requests.failed(message), claim));
  }

  /** The claim with its name as the beginning of one that the server completes. */
  private static Map<String, Object> named(ResourceClaim claim) {
    var tree = new LinkedHashMap<>(ObjectWriter.tree(claim));
    if (tree.get("metadata") instanceof Map<?, ?> fields) {
      var metadata = new LinkedHashMap<Object, @Nullable Object>(fields);
      metadata.put("generateName", metadata.remove("name"));
      tree.put("metadata", metadata);
    }
    return tree;
  }

  @Override
  public CompletionStage<Outcome> report(Pod pod, ExtendedResourceClaim status) {
    var mappings = new ArrayList<Map<String, Object>>();
    status
        .mappings()
        .forEach(one ->
            mappings.add(
                Map.of(
                    "containerName", one.containerName(),
                    "resourceName", one.resourceName(),
                    "requestName", one.requestName())));
    // The uid makes the patch fail on another pod that has come to the name since.
    ApiRequest request =
        ApiCall.PATCH_POD_STATUS.patch(
            pod,
            ApiRequest.STRATEGIC_MERGE,
            ObjectWriter.json(
                Map.of(
                    "metadata",
                    Map.of("uid", pod.meta().uid()),
                    "status",
                    Map.of(
                        "extendedResourceClaimStatus",
                        Map.of(
                            "resourceClaimName",
                            status.claimName(),
                            "requestMappings",
                            mappings)))));
    return requests.urgent(() -> Requests.outcome(requests.send(request)), Requests::failed);
  }

  @Override
  public CompletionStage<Outcome> delete(ResourceClaim claim) {
    ApiRequest request = ApiCall.DELETE_RESOURCE_CLAIM.delete(claim, DeleteOptions.of(claim));
    return requests.urgent(
        () -> {
          ApiAnswer answer = requests.send(request);
          return answer.code() == ApiStatus.NOT_FOUND
              ? new Outcome.Done()
              : Requests.outcome(answer);
        },
        Requests::failed);
  }

  /**
   * Finalizers and status are written by two requests, in the order in which a claim with devices
   * always has its finalizer: no claim may vanish while it holds some.
   */
  @Override
  public CompletionStage<Outcome> update(ResourceClaim claim) {
    return requests.urgent(
        () -> {
          String version = claim.meta().resourceVersion();
          boolean holdsDevices = claim.allocation() != null;
          ApiAnswer first =
              requests.send(holdsDevices ? finalizers(claim, version) : status(claim, version));
          if (!first.succeeded()) {
            return Requests.outcome(first);
          }
          String next =
              Requests.object(ResourceClaim.class, ObjectKind.RESOURCE_CLAIM, first)
                  .meta()
                  .resourceVersion();
          return Requests.outcome(
              requests.send(holdsDevices ? status(claim, next) : finalizers(claim, next)));
        },
        Requests::failed);
  }

  private static ApiRequest finalizers(ResourceClaim claim, String version) {
    return ApiCall.PATCH_RESOURCE_CLAIM.patch(
        claim,
        ApiRequest.MERGE,
        ObjectWriter.json(
            Map.of(
                "metadata",
                Map.of("resourceVersion", version, "finalizers", claim.meta().finalizers()))));
  }

  private static ApiRequest status(ResourceClaim claim, String version) {
    Object whole = ObjectWriter.tree(claim).get("status");
    var written = new HashMap<String, Object>();
    for (String field : new String[] {"allocation", "reservedFor"}) {
      // What is absent from the tree has to be taken away from the object.
      written.put(field, whole instanceof Map<?, ?> fields ? fields.get(field) : null);
    }
    return ApiCall.PATCH_RESOURCE_CLAIM_STATUS.patch(
        claim,
        ApiRequest.MERGE,
        ObjectWriter.json(
            Map.of("metadata", Map.of("resourceVersion", version), "status", written)));
  }
}
