package io.merapi.batch.shares;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import java.util.List;
import org.junit.jupiter.api.Test;

class DominantShareTest {

  private final ResourceDictionary dictionary = new ResourceDictionary();
  private final int gpu = dictionary.index("example.com/gpu");

  @Test
  void theGreatestPartCounts() {
    assertThat(DominantShare.of(amounts(2, 30, 0), amounts(10, 100, 4)))
        .isEqualTo(new DominantShare(0.3, "memory"));
    assertThat(DominantShare.of(amounts(2, 30, 3), amounts(10, 100, 4)))
        .isEqualTo(new DominantShare(0.75, "example.com/gpu"));
  }

  @Test
  void ofEqualPartsTheFirstCounts() {
    assertThat(DominantShare.of(amounts(5, 50, 2), amounts(10, 100, 4)).resource())
        .isEqualTo("cpu");
    int earlier = dictionary.index("a.example.com/device");
    Resources used = amounts(1, 1, 2).sum().set(earlier, 2).toResources();
    Resources whole = amounts(10, 100, 4).sum().set(earlier, 4).toResources();
    assertThat(DominantShare.of(used, whole).resource()).isEqualTo("a.example.com/device");
  }

  @Test
  void whatTheWholeHasNothingOfDoesNotCount() {
    assertThat(DominantShare.of(amounts(0, 0, 3), amounts(10, 100, 0)))
        .isEqualTo(DominantShare.NONE);
  }

  @Test
  void anythingOfNothingIsAllOfIt() {
    assertThat(DominantShare.ratio(3, 0)).isEqualTo(1);
    assertThat(DominantShare.ratio(0, 0)).isZero();
    assertThat(DominantShare.ratio(3, 4)).isEqualTo(0.75);
  }

  @Test
  void aShortageNamesWhatIsShort() {
    assertThat(Shortage.text("too little", "insufficient", List.of("cpu", "memory")))
        .isEqualTo("too little: insufficient cpu, insufficient memory");
    assertThat(Shortage.text("too little", "insufficient", List.of())).isEqualTo("too little");
  }

  private Resources amounts(double cpu, double memory, double gpus) {
    return new ResourcesSum(dictionary)
        .set(ResourceDictionary.CPU, cpu)
        .set(ResourceDictionary.MEMORY, memory)
        .set(gpu, gpus)
        .toResources();
  }
}
