package io.merapi.testkit;

import io.merapi.api.batch.NetworkTopology;
import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.batch.SubGroupPolicy;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes pod groups: every part has a plain default, and each call says what is special. */
public final class PodGroupBuilder {

  private final String name;
  private int minMember = 1;
  private String queue = "default";
  private String priorityClass = "";
  private PodGroupPhase phase = PodGroupPhase.PENDING;
  private @Nullable Instant created;
  private @Nullable Map<String, Quantity> minResources;
  private @Nullable NetworkTopology topology;
  private final Map<String, Integer> minTaskMember = new TreeMap<>();
  private final Map<String, String> annotations = new TreeMap<>();
  private final List<SubGroupPolicy> policies = new ArrayList<>();
  private final List<PodGroup.Condition> conditions = new ArrayList<>();

  private PodGroupBuilder(String name) {
    this.name = name;
  }

  /** A pending group of one in the queue {@code default}. */
  public static PodGroupBuilder podGroup(String name) {
    return new PodGroupBuilder(name);
  }

  public PodGroupBuilder minMember(int value) {
    minMember = value;
    return this;
  }

  public PodGroupBuilder minTaskMember(String task, int value) {
    minTaskMember.put(task, value);
    return this;
  }

  public PodGroupBuilder queue(String value) {
    queue = value;
    return this;
  }

  public PodGroupBuilder priorityClass(String value) {
    priorityClass = value;
    return this;
  }

  public PodGroupBuilder phase(PodGroupPhase value) {
    phase = value;
    return this;
  }

  public PodGroupBuilder condition(PodGroup.Condition value) {
    conditions.add(value);
    return this;
  }

  public PodGroupBuilder created(Instant value) {
    created = value;
    return this;
  }

  public PodGroupBuilder annotation(String key, String value) {
    annotations.put(key, value);
    return this;
  }

  public PodGroupBuilder minResource(String resource, String quantity) {
    Map<String, Quantity> amounts = minResources == null ? new TreeMap<>() : minResources;
    amounts.put(resource, Quantity.parse(quantity));
    minResources = amounts;
    return this;
  }

  public PodGroupBuilder networkTopology(NetworkTopology value) {
    topology = value;
    return this;
  }

  public PodGroupBuilder subGroups(SubGroupPolicy policy) {
    policies.add(policy);
    return this;
  }

  public PodGroup build() {
    var meta =
        new ObjectMeta(
            name,
            "default",
            "uid-" + name,
            "",
            created,
            null,
            Labels.EMPTY,
            Labels.of(annotations),
            List.of(),
            List.of());
    return new PodGroup(
        meta,
        minMember,
        minTaskMember,
        queue,
        priorityClass,
        minResources == null ? null : new ResourceList(minResources),
        topology,
        policies,
        new PodGroup.Status(phase, conditions, 0, 0, 0));
  }
}
