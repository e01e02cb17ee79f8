package io.merapi.config.objects;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.Labels;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.selector.SelectorRequirement;
import io.merapi.api.workload.IntOrString;
import io.merapi.api.workload.Namespace;
import io.merapi.api.workload.PodDisruptionBudget;
import io.merapi.api.workload.PriorityClass;
import io.merapi.api.workload.ReplicaSet;
import io.merapi.api.workload.ReplicationController;
import io.merapi.api.workload.ResourceQuota;
import io.merapi.api.workload.Service;
import io.merapi.api.workload.StatefulSet;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class WorkloadFormatsTest {

  @Test
  void readsANamespace() {
    var namespace = sample(ObjectKind.NAMESPACE, Namespace.class);

    assertThat(namespace.name()).isEqualTo("web");
    assertThat(namespace.meta().labels()).isEqualTo(Labels.of("team", "shop"));
  }

  @Test
  void aServiceThatSelectsAllDiffersFromOneThatSelectsNone() {
    assertThat(sample(ObjectKind.SERVICE, Service.class).selector())
        .isEqualTo(Labels.of("app", "shop", "tier", "front"));

    var all = (Service) KindFormats.read(ObjectKind.SERVICE, "{\"spec\":{\"selector\":{}}}");
    var none = (Service) KindFormats.read(ObjectKind.SERVICE, "{\"spec\":{\"selector\":null}}");

    assertThat(all.selector()).isEqualTo(Labels.EMPTY);
    assertThat(none.selector()).isNull();
    assertThat(KindFormats.read(ObjectKind.SERVICE, KindFormats.write(all))).isEqualTo(all);
  }

  @Test
  void readsTheSelectorsOfControllers() {
    var selector =
        new LabelSelector(
            Labels.of("app", "shop"),
            List.of(new SelectorRequirement("tier", "NotIn", List.of("back"))));

    assertThat(sample(ObjectKind.REPLICATION_CONTROLLER, ReplicationController.class).selector())
        .isEqualTo(Labels.of("app", "shop"));
    assertThat(sample(ObjectKind.REPLICA_SET, ReplicaSet.class).selector()).isEqualTo(selector);
    assertThat(sample(ObjectKind.STATEFUL_SET, StatefulSet.class).selector()).isEqualTo(selector);
  }

  @Test
  void readsAPriorityClass() {
    var priorityClass = sample(ObjectKind.PRIORITY_CLASS, PriorityClass.class);

    assertThat(priorityClass).isEqualTo(new PriorityClass(priorityClass.meta(), -5, true, "Never"));
  }

  @Test
  void readsADisruptionBudget() {
    var budget = sample(ObjectKind.POD_DISRUPTION_BUDGET, PodDisruptionBudget.class);

    assertThat(budget)
        .isEqualTo(
            new PodDisruptionBudget(
                budget.meta(),
                new LabelSelector(Labels.of("app", "shop"), List.of()),
                new IntOrString.Text("50%"),
                new IntOrString.Int(1),
                2,
                Map.of("shop-0", Instant.parse("2030-01-01T00:00:00Z"))));
  }

  @Test
  void aNumberWrittenAsTextStaysText() {
    var budget =
        (PodDisruptionBudget)
            KindFormats.read(
                ObjectKind.POD_DISRUPTION_BUDGET,
                "{\"spec\":{\"minAvailable\":\"0\",\"maxUnavailable\":0}}");

    assertThat(budget.minAvailable()).isEqualTo(new IntOrString.Text("0"));
    assertThat(budget.maxUnavailable()).isEqualTo(new IntOrString.Int(0));
    assertThat(KindFormats.read(ObjectKind.POD_DISRUPTION_BUDGET, KindFormats.write(budget)))
        .isEqualTo(budget);
  }

  @Test
  void aPodWithoutATimeStillCountsAsDisrupted() {
    var budget =
        (PodDisruptionBudget)
            KindFormats.read(
                ObjectKind.POD_DISRUPTION_BUDGET, "{\"status\":{\"disruptedPods\":{\"a\":null}}}");

    assertThat(budget.disruptedPods()).containsOnlyKeys("a");
  }

  @Test
  void readsAQuotaWithWhatIsInForceAndUsed() {
    var quota = sample(ObjectKind.RESOURCE_QUOTA, ResourceQuota.class);

    assertThat(quota)
        .isEqualTo(
            new ResourceQuota(
                quota.meta(),
                amounts("requests.cpu", "9", "pods", "5"),
                amounts("requests.cpu", "8"),
                amounts("requests.cpu", "2", "pods", "3")));
  }

  private static <T> T sample(ObjectKind kind, Class<T> type) {
    return type.cast(KindFormats.read(kind, KindSamples.json(kind)));
  }

  private static ResourceList amounts(String... namesAndAmounts) {
    var amounts = new TreeMap<String, Quantity>();
    for (int i = 0; i < namesAndAmounts.length; i += 2) {
      amounts.put(namesAndAmounts[i], Quantity.parse(namesAndAmounts[i + 1]));
    }
    return new ResourceList(amounts);
  }
}
