package io.merapi.kube.plugins.noderesources;

import static io.merapi.kube.plugins.noderesources.ResourceFixture.named;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.device.DeviceClass;
import io.merapi.api.feature.FeatureGate;
import io.merapi.api.feature.FeatureGates;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ExtendedResourceClassesTest {

  private static final Instant NEW = Instant.parse("2030-01-02T00:00:00Z");
  private static final Instant OLD = Instant.parse("2030-01-01T00:00:00Z");

  private final ResourceFixture cluster = new ResourceFixture();

  @Test
  void classServesTheResourceThatItNames() {
    cluster.with(serving("gpu", "example.com/gpu", null));
    assertThat(servingName("example.com/gpu")).isEqualTo("gpu");
    assertThat(servingName("example.com/tpu")).isNull();
  }

  @Test
  void everyClassServesTheResourceNamedAfterIt() {
    cluster.with(serving("gpu", null, null));
    assertThat(servingName("deviceclass.resource.kubernetes.io/gpu")).isEqualTo("gpu");
    assertThat(servingName("deviceclass.resource.kubernetes.io/tpu")).isNull();
  }

  @Test
  void youngestClassServesAResourceThatSeveralName() {
    cluster.with(
        serving("a", "example.com/gpu", OLD),
        serving("b", "example.com/gpu", NEW),
        serving("c", "example.com/gpu", null));
    assertThat(servingName("example.com/gpu")).isEqualTo("b");
  }

  @Test
  void nameDecidesBetweenClassesOfOneAge() {
    cluster.with(serving("b", "example.com/gpu", NEW), serving("a", "example.com/gpu", NEW));
    assertThat(servingName("example.com/gpu")).isEqualTo("a");
  }

  @Test
  void nativeResourcesAreNeverServed() {
    assertThat(ExtendedResourceClasses.mayServe("cpu")).isFalse();
    assertThat(ExtendedResourceClasses.mayServe("hugepages-2Mi")).isFalse();
    assertThat(ExtendedResourceClasses.mayServe("example.com/gpu")).isTrue();
    assertThat(ExtendedResourceClasses.mayServe("deviceclass.resource.kubernetes.io/gpu")).isTrue();
  }

  @Test
  void bothGatesMustBeOn() {
    FeatureGates gates = FeatureGates.DEFAULTS;
    assertThat(ExtendedResourceClasses.enabled(gates)).isTrue();
    assertThat(
            ExtendedResourceClasses.enabled(gates.with(FeatureGate.DRA_EXTENDED_RESOURCE, false)))
        .isFalse();
  }

  private @Nullable String servingName(String resource) {
    DeviceClass serving = ExtendedResourceClasses.serving(resource, cluster.view());
    return serving == null ? null : serving.name();
  }

  private static DeviceClass serving(
      String name, @Nullable String resource, @Nullable Instant created) {
    return new DeviceClass(named(name, created), List.of(), resource);
  }
}
