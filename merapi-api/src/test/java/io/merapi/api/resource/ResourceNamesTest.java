package io.merapi.api.resource;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResourceNamesTest {

  @ParameterizedTest(name = "{0}: scalar {1}, extended {2}")
  @CsvSource({
    "nvidia.com/gpu, true, true",
    "example.com/Some_Thing.1, true, true",
    "hugepages-2Mi, true, false",
    "hugepages-, true, false",
    "attachable-volumes-aws-ebs, true, false",
    "kubernetes.io/batch-cpu, true, false",
    "mid.kubernetes.io/cpu, true, false",
    "cpu, false, false",
    "memory, false, false",
    "storage, false, false",
    "gpu, false, false",
    "requests.nvidia.com/gpu, false, false",
    "NVIDIA.com/gpu, false, false",
    "nvidia.com/, false, false",
    "/gpu, false, false",
    "a/b/c, false, false",
    "nvidia..com/gpu, false, false",
    "-nvidia.com/gpu, false, false",
    "nvidia.com/-gpu, false, false",
    "nvidia.com/gpu_, false, false",
    "count/pods, true, true"
  })
  void sortsNamesAsKubernetesDoes(String name, boolean scalar, boolean extended) {
    assertThat(ResourceNames.isScalar(name)).isEqualTo(scalar);
    assertThat(ResourceNames.isExtended(name)).isEqualTo(extended);
  }

  @ParameterizedTest
  @CsvSource({"63, true", "64, false"})
  void boundsTheLengthOfAName(int length, boolean scalar) {
    assertThat(ResourceNames.isScalar("example.com/" + "x".repeat(length))).isEqualTo(scalar);
  }
}
