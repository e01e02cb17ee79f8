package io.merapi.kube.plugins.dynamicresources;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.pod.Container;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodSpec;
import io.merapi.api.pod.PodStatus.RequestMapping;
import io.merapi.api.pod.ResourceRequirements;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import io.merapi.testkit.PodBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExtendedRequestsTest {

  private static final String GPU = "example.com/gpu";

  @Test
  void eachContainerHasARequestOfItsOwn() {
    ExtendedRequests requests = of(List.of(), container("a", 1, ""), container("b", 2, ""));

    assertThat(summary(requests))
        .containsExactly("container-0-request-1=1", "container-1-request-1=2");
    assertThat(requests.mappings())
        .containsExactly(
            new RequestMapping("a", GPU, "container-0-request-1"),
            new RequestMapping("b", GPU, "container-1-request-1"));
  }

  @Test
  void anInitContainerUsesTheDevicesOfThoseThatComeAfterIt() {
    ExtendedRequests requests =
        of(List.of(container("init", 2, "")), container("a", 1, ""), container("b", 2, ""));

    assertThat(summary(requests))
        .containsExactly("container-1-request-1=1", "container-2-request-1=2");
    assertThat(requests.mappings())
        .filteredOn(mapping -> mapping.containerName().equals("init"))
        .extracting(RequestMapping::requestName)
        .containsExactly("container-1-request-1", "container-2-request-1");
  }

  @Test
  void initContainersShareWhatTheyNeedBeyondThose() {
    ExtendedRequests requests =
        of(List.of(container("first", 2, ""), container("second", 4, "")), container("a", 1, ""));

    assertThat(summary(requests))
        .containsExactly("container-1-request-1=3", "container-2-request-1=1");
    assertThat(requests.mappings())
        .filteredOn(mapping -> mapping.containerName().equals("first"))
        .extracting(RequestMapping::requestName)
        .containsExactly("container-2-request-1", "container-1-request-1");
  }

  @Test
  void aSidecarKeepsItsDevices() {
    ExtendedRequests requests =
        of(List.of(container("sidecar", 1, "Always")), container("a", 1, ""));

    assertThat(summary(requests))
        .containsExactly("container-0-request-1=1", "container-1-request-1=1");
  }

  @Test
  void aContainerThatAsksForNothingHasNone() {
    assertThat(summary(of(List.of(), container("a", 0, ""), container("b", 1, ""))))
        .containsExactly("container-1-request-1=1");
  }

  private static List<String> summary(ExtendedRequests requests) {
    return requests.requests().stream()
        .map(request ->
            request.name()
                + "="
                + (request.exactly() == null ? "" : request.exactly().demand().count()))
        .toList();
  }

  private static ExtendedRequests of(List<Container> init, Container... containers) {
    PodBuilder builder = PodBuilder.pod("p");
    init.forEach(builder::initContainer);
    Pod pod = builder.build();
    PodSpec spec = pod.spec();
    var replaced =
        new PodSpec(
            spec.schedulerName(),
            spec.priority(),
            spec.priorityClassName(),
            spec.preemptionPolicy(),
            List.of(containers),
            spec.initContainers(),
            spec.overhead(),
            spec.resources(),
            spec.nodeSelector(),
            spec.affinity(),
            spec.tolerations(),
            spec.topologySpreadConstraints(),
            spec.volumes(),
            spec.resourceClaims(),
            spec.schedulingGates(),
            spec.hostNetwork(),
            spec.hostUsers(),
            spec.restartPolicy(),
            spec.os());
    return ExtendedRequests.of(replaced, Map.of(GPU, "gpu"));
  }

  private static Container container(String name, int gpus, String restartPolicy) {
    var requests =
        new ResourceList(
            Map.of("cpu", Quantity.parse("1"), GPU, Quantity.of(gpus, Quantity.Format.DECIMAL_SI)));
    return new Container(
        name,
        "",
        new ResourceRequirements(requests, ResourceList.EMPTY, List.of()),
        List.of(),
        restartPolicy,
        false);
  }
}
