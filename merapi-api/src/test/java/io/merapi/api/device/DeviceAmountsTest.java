package io.merapi.api.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DeviceAmountsTest {

  private static DeviceAmounts of(String... namesAndAmounts) {
    var list = new TreeMap<String, Quantity>();
    for (int i = 0; i < namesAndAmounts.length; i += 2) {
      list.put(namesAndAmounts[i], Quantity.parse(namesAndAmounts[i + 1]));
    }
    return DeviceAmounts.of(new ResourceList(list));
  }

  @Test
  void aListNamesClassesByCountAndByWhatTheyShareOut() {
    DeviceAmounts amounts =
        of(
            "cpu",
            "4",
            "deviceclass/gpu",
            "2",
            "memory.deviceclass/gpu",
            "80Gi",
            "cores.deviceclass/nic",
            "3");
    assertThat(amounts.byClass()).containsOnlyKeys("gpu", "nic");
    assertThat(amounts.get("gpu").count()).isEqualTo(2);
    assertThat(amounts.get("gpu").capacity()).containsEntry("memory", Quantity.parse("80Gi"));
    assertThat(amounts.get("nic").count()).isZero();
  }

  @Test
  void namesWithoutAClassOrDimensionAreLeftOut() {
    assertThat(
            of("deviceclass/", "1", "memory.deviceclass/", "1", ".deviceclass/gpu", "1").isEmpty())
        .isTrue();
  }

  @Test
  void whatIsNotThereIsNotListed() {
    DeviceAmounts amounts = of("deviceclass/gpu", "2", "memory.deviceclass/gpu", "1Gi");
    assertThat(amounts.toList())
        .isEqualTo(
            Map.of(
                "deviceclass/gpu", Quantity.parse("2"),
                "memory.deviceclass/gpu", Quantity.parse("1Gi")));
    assertThat(amounts.minus(amounts).toList()).isEmpty();
  }

  @Test
  void differencesStopAtZeroAndKnowOnlyWhatIsHere() {
    DeviceAmounts left =
        of("deviceclass/gpu", "2", "memory.deviceclass/gpu", "1Gi")
            .minus(
                of(
                    "deviceclass/gpu", "3",
                    "memory.deviceclass/gpu", "2Gi",
                    "cores.deviceclass/gpu", "1",
                    "deviceclass/nic", "1"));
    assertThat(left.byClass()).containsOnlyKeys("gpu");
    assertThat(left.get("gpu").count()).isZero();
    assertThat(left.get("gpu").capacity()).isEqualTo(Map.of("memory", Quantity.ZERO));
  }

  @Test
  void sumsAndProductsStayAtTheGreatestNumber() {
    DeviceAmount most = new DeviceAmount(Long.MAX_VALUE);
    assertThat(most.plus(new DeviceAmount(1)).count()).isEqualTo(Long.MAX_VALUE);
    assertThat(most.times(2).count()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void severalTasksNeedSeveralTimesAsMuch() {
    DeviceAmounts three = of("deviceclass/gpu", "2", "memory.deviceclass/gpu", "1500M").times(3);
    assertThat(three.get("gpu"))
        .isEqualTo(new DeviceAmount(6, new TreeMap<>(Map.of("memory", Quantity.parse("4500M")))));
  }

  @Test
  void classesCanBePicked() {
    assertThat(of("deviceclass/gpu", "2", "deviceclass/nic", "1").only("nic"::equals).byClass())
        .containsOnlyKeys("nic");
  }
}
