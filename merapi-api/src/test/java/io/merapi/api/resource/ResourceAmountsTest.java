package io.merapi.api.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ResourceAmountsTest {

  private final ResourceDictionary dictionary = new ResourceDictionary();

  @Test
  void countsCpuInThousandthsAndEverythingElseInWholeUnitsRoundedUp() {
    ResourceAmounts amounts =
        amounts(
            "cpu", "1500m",
            "memory", "1.5",
            "ephemeral-storage", "1Ki",
            "pods", "110",
            "nvidia.com/gpu", "1500m",
            "hugepages-2Mi", "4Mi");
    assertThat(amounts.cpuMillis()).isEqualTo(1500);
    assertThat(amounts.memoryBytes()).isEqualTo(2);
    assertThat(amounts.ephemeralStorageBytes()).isEqualTo(1024);
    assertThat(amounts.pods()).isEqualTo(110);
    assertThat(amounts.get(dictionary.find("nvidia.com/gpu"))).isEqualTo(2);
    assertThat(amounts.get(dictionary.find("hugepages-2Mi"))).isEqualTo(4L << 20);
    assertThat(amounts.get(ResourceDictionary.CPU)).isEqualTo(1500);
    assertThat(amounts.scalarCount()).isEqualTo(2);
  }

  @Test
  void leavesOutNamesThatSchedulingDoesNotCount() {
    assertThat(amounts("storage", "1Gi", "gpu", "1")).isEqualTo(ResourceAmounts.none(dictionary));
    assertThat(dictionary.find("storage")).isEqualTo(-1);
  }

  @Test
  void leavesOutANameThatIsNoScalarEvenIfTheDictionaryKnowsIt() {
    dictionary.index("storage");
    assertThat(amounts("storage", "1Gi").scalarCount()).isZero();
  }

  @Test
  void tellsAStatedZeroFromAnAbsentScalar() {
    ResourceAmounts zero = amounts("nvidia.com/gpu", "0");
    int gpu = dictionary.find("nvidia.com/gpu");
    assertThat(zero.hasScalar(gpu)).isTrue();
    assertThat(zero.isZero()).isTrue();
    assertThat(zero).isNotEqualTo(ResourceAmounts.none(dictionary));
    assertThat(zero.withoutZeros()).isEqualTo(ResourceAmounts.none(dictionary));
    assertThat(ResourceAmounts.none(dictionary).hasScalar(gpu)).isFalse();
  }

  @Test
  void maxTakesTheGreaterOfEachDimension() {
    ResourceAmounts left = amounts("cpu", "1", "memory", "1Gi", "nvidia.com/gpu", "2");
    ResourceAmounts right = amounts("cpu", "2", "memory", "1Mi", "example.com/fpga", "1");
    assertThat(left.max(right))
        .isEqualTo(
            amounts("cpu", "2", "memory", "1Gi", "nvidia.com/gpu", "2", "example.com/fpga", "1"));
  }

  @Test
  void subtractingWhatWasAddedGivesTheSameAmounts() {
    var random = new SplittableRandom(7);
    for (int i = 0; i < 2_000; i++) {
      ResourceAmounts left = random(random);
      ResourceAmounts right = random(random);
      assertThat(left.plus(right)).isEqualTo(right.plus(left));
      assertThat(left.plus(right).minus(right).withoutZeros()).isEqualTo(left.withoutZeros());
      assertThat(left.plus(right)).hasSameHashCodeAs(right.plus(left));
      var sum = new ResourceAmountsSum(dictionary).add(random(random)).clear();
      assertThat(sum.add(left).add(right).toAmounts()).isEqualTo(left.plus(right));
    }
  }

  @Test
  void sumTakesNamesThatWereAddedAfterItWasMade() {
    var sum = new ResourceAmountsSum(dictionary);
    sum.add(amounts("example.com/new", "3"));
    assertThat(sum.get(dictionary.find("example.com/new"))).isEqualTo(3);
  }

  @Test
  void refusesToMixTwoClusters() {
    ResourceAmounts foreign = ResourceAmounts.none(new ResourceDictionary());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> amounts("cpu", "1").plus(foreign))
        .withMessageContaining("another cluster");
  }

  @Test
  void wrapsAroundLikeUpstreamInsteadOfFailing() {
    ResourceAmounts most = amounts("memory", "9223372036854775807");
    assertThat(most.plus(amounts("memory", "1")).memoryBytes()).isEqualTo(Long.MIN_VALUE);
  }

  private ResourceAmounts random(SplittableRandom random) {
    var sum = new ResourceAmountsSum(dictionary);
    for (int id = 0; id < 4; id++) {
      sum.set(id, random.nextLong(1000));
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      sum.set(dictionary.index("example.com/r" + random.nextInt(6)), random.nextLong(3));
    }
    return sum.toAmounts();
  }

  private ResourceAmounts amounts(String... namesAndAmounts) {
    return ResourceAmounts.of(Lists.list(namesAndAmounts), dictionary);
  }

  @Test
  void listIsAMapSortedByName() {
    ResourceList list = Lists.list("memory", "1Gi", "cpu", "1", "a.b/c", "2");
    assertThat(list.amounts())
        .containsExactly(
            Map.entry("a.b/c", Quantity.parse("2")),
            Map.entry("cpu", Quantity.parse("1")),
            Map.entry("memory", Quantity.parse("1Gi")));
    assertThat(list).isEqualTo(Lists.list("a.b/c", "2", "cpu", "1000m", "memory", "1024Mi"));
    assertThat(list.get("cpu")).isEqualTo(Quantity.parse("1"));
    assertThat(list.get("gpu")).isNull();
    assertThat(list.amounts().containsKey("gpu")).isFalse();
  }
}
