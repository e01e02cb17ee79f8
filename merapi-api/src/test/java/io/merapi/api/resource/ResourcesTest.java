package io.merapi.api.resource;

import static io.merapi.api.resource.MissingDimension.INFINITY;
import static io.merapi.api.resource.MissingDimension.ZERO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.provider.CsvFileSource;

class ResourcesTest {

  private final ResourceDictionary dictionary = new ResourceDictionary();

  /** The table is what Volcano's own {@code api.Resource} answers on random operands. */
  @ParameterizedTest(name = "<{0}> and <{1}> along <{2}>")
  @CsvFileSource(
      resources = "volcano-resources.tsv",
      delimiter = '\t',
      useHeadersInDisplayName = false,
      numLinesToSkip = 1)
  void answersAsVolcanoDoes(ArgumentsAccessor row) {
    Resources left = read(cell(row, 0));
    Resources right = read(cell(row, 1));
    Resources request = read(cell(row, 2));
    var answers = new ArrayList<String>();
    for (MissingDimension missing : List.of(ZERO, INFINITY)) {
      answers.add("" + left.less(right, missing));
      answers.add("" + left.lessEqual(right, missing));
      answers.add("" + left.lessPartly(right, missing));
      answers.add("" + left.lessEqualPartly(right, missing));
      answers.add("" + left.sameAmounts(right));
      answers.add(names(Dimensions.exceeding(left, right, missing)));
      Difference difference = left.difference(right, missing);
      answers.add(text(difference.increased()));
      answers.add(text(difference.decreased()));
      answers.add(text(left.min(right, missing)));
    }
    answers.add(names(Dimensions.exceeding(left, right, request)));
    answers.add(names(Dimensions.sufficient(left, right, request)));
    answers.add(names(Dimensions.sufficientInUse(left, right, request)));
    answers.add(names(Dimensions.greater(left, right, request)));
    answers.add(names(Dimensions.greaterWhereDefined(left, right, request)));
    answers.add(text(left.plus(right)));
    answers.add(text(left.minusAllowingNegative(right)));
    answers.add(text(left.max(right)));
    answers.add(text(left.fitDelta(right)));
    answers.add(text(left.times(1.5)));
    answers.add("" + left.isEmpty());
    answers.add(names(Dimensions.of(left)));
    answers.add(names(Dimensions.shared(left, right)));
    answers.add(names(Dimensions.sharedButPods(left, right)));
    answers.add(text(left.exceeding(right)));
    List<String> expected = new ArrayList<>();
    for (int i = 3; i < row.size(); i++) {
      expected.add(cell(row, i));
    }
    assertThat(answers).isEqualTo(expected);
  }

  @Test
  void sumStartsWithTheScalarsOfTheFirstAndChangesNoneOfTheirs() {
    Resources first = Resources.of(Lists.list("cpu", "1", "a.b/c", "2"), dictionary, Set.of());
    Resources second = Resources.of(Lists.list("a.b/c", "1", "a.b/d", "1"), dictionary, Set.of());
    Resources before = first.copy();
    var sum = new ResourcesSum(dictionary).add(first);
    assertThat(sum.toResources()).isEqualTo(first);
    Resources both = sum.add(second).toResources();
    assertThat(both).isEqualTo(second.plus(first));
    assertThat(sum.subtract(second).get(dictionary.index("a.b/c"))).isEqualTo(2000);
    assertThat(first).isEqualTo(before);
    assertThat(first.scalarCount()).isEqualTo(1);
  }

  @Test
  void readsScalarsInThousandthsButPodsInPods() {
    Resources resources =
        Resources.of(
            Lists.list(
                "cpu", "1500m",
                "memory", "1Ki",
                "pods", "110",
                "ephemeral-storage", "2",
                "nvidia.com/gpu", "3",
                "storage", "1Gi",
                "count/pods", "7"),
            dictionary,
            Set.of());
    assertThat(resources)
        .hasToString(
            "cpu 1500.00, memory 1024.00, ephemeral-storage 2000.00, nvidia.com/gpu 3000.00,"
                + " pods 110.00");
    assertThat(resources.maxTasks()).isEqualTo(110);
  }

  @Test
  void leavesOutDevicesThatAreAccountedForElsewhere() {
    ResourceList list = Lists.list("volcano.sh/vgpu-number", "1");
    assertThat(Resources.of(list, dictionary, Set.of("volcano.sh/vgpu-number")))
        .isEqualTo(Resources.none(dictionary));
  }

  @Test
  void operationsKeepTheGreatestNumberOfTasksOfTheLeftSide() {
    Resources node = Resources.of(Lists.list("pods", "110"), dictionary, Set.of());
    Resources task = Resources.of(Lists.list("pods", "1"), dictionary, Set.of());
    assertThat(node.plus(task).maxTasks()).isEqualTo(110);
    assertThat(node.minus(task).maxTasks()).isEqualTo(110);
    assertThat(node.times(2).maxTasks()).isEqualTo(110);
  }

  @Test
  void subtractingTooMuchNamesBothSides() {
    Resources little = read("100 0 nil");
    Resources much = read("200 0 nil");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> little.minus(much))
        .withMessage(
            "resource is not sufficient to do operation: <cpu 100.00, memory 0.00> sub <cpu"
                + " 200.00, memory 0.00>");
    assertThat(little.minusAllowingNegative(much).cpuMillis()).isEqualTo(-100);
  }

  @Test
  void subtractingScalarsFromNoneStatedLeavesNoneStated() {
    Resources without = read("1 1 nil");
    Resources with = read("1 1 a.b/c=2");
    assertThat(without.minusAllowingNegative(with).scalarsStated()).isFalse();
    assertThat(read("1 1").minusAllowingNegative(with).get(dictionary.find("a.b/c"))).isEqualTo(-2);
  }

  @Test
  void askingForAScalarThatIsNotThereIsAnErrorOnlyIfOthersAre() {
    int gpu = dictionary.index("nvidia.com/gpu");
    assertThat(read("1 1 nil").isZero(gpu)).isTrue();
    Resources others = read("1 1 a.b/c=2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> others.isZero(gpu))
        .withMessageContaining("nvidia.com/gpu");
    assertThat(others.isZero(ResourceDictionary.CPU)).isFalse();
  }

  @Test
  void infiniteResourcesHaveRoomForEverythingButScalars() {
    Resources infinite = Resources.infinite(dictionary);
    assertThat(read("1e300 1e300 nil").lessEqual(infinite, ZERO)).isTrue();
    assertThat(read("1 1 a.b/c=1").lessEqual(infinite, ZERO)).isFalse();
    assertThat(read("1 1 a.b/c=1").lessEqual(infinite, INFINITY)).isTrue();
    assertThat(infinite).hasToString("cpu maxFloat, memory maxFloat");
  }

  @Test
  void theGreaterOfBothLeavesNegativeScalarsOut() {
    assertThat(text(read("1 5 a.b/c=-1 d.e/f=2").maxOfPositive(read("3 4 d.e/f=1 g.h/i=-1"))))
        .isEqualTo("cpu 3.00, memory 5.00, d.e/f 2.00");
    assertThat(text(read("1 1 nil").maxOfPositive(read("1 1 nil"))))
        .isEqualTo("cpu 1.00, memory 1.00 nil");
    assertThat(text(read("1 1 nil").maxOfPositive(read("1 1")))).isEqualTo("cpu 1.00, memory 1.00");
  }

  @Test
  void amountsAreExactlyTheSameToTheLastBitWhetherScalarsAreStatedOrNot() {
    assertThat(read("1 1 nil").exactlySameAmounts(read("1 1"))).isTrue();
    assertThat(read("1 1 a.b/c=2").exactlySameAmounts(read("1 1 a.b/c=2"))).isTrue();
    assertThat(read("1 1").exactlySameAmounts(read("1.0000001 1"))).isFalse();
    assertThat(read("1 1").exactlySameAmounts(read("1 1 a.b/c=0"))).isFalse();
  }

  @Test
  void printsAsGoDoes() {
    assertThat(read("0.125 0.375 a.b/c=-0.001 d.e/f=9223372036854775807"))
        .hasToString("cpu 0.12, memory 0.38, a.b/c -0.00, d.e/f maxInt");
  }

  @Test
  void becomesAListForTheStatusOfAQueue() {
    Resources resources = read("1500.9 2147483648 nvidia.com/gpu=2000 pods=3");
    assertThat(ResourcesText.list(resources).amounts())
        .hasToString("{cpu=1500m, memory=2Gi, nvidia.com/gpu=2, pods=3}");
  }

  private Resources read(String text) {
    String[] fields = text.split(" ", -1);
    var sum = new ResourcesSum(dictionary);
    sum.set(ResourceDictionary.CPU, Double.parseDouble(fields[0]));
    sum.set(ResourceDictionary.MEMORY, Double.parseDouble(fields[1]));
    if (fields.length > 2 && fields[2].equals("nil")) {
      return sum.toResources();
    }
    sum.stateScalars();
    for (int i = 2; i < fields.length; i++) {
      int equals = fields[i].indexOf('=');
      sum.set(
          dictionary.index(fields[i].substring(0, equals)),
          Double.parseDouble(fields[i].substring(equals + 1)));
    }
    return sum.toResources();
  }

  private static String cell(ArgumentsAccessor row, int column) {
    return Objects.requireNonNull(row.getString(column));
  }

  private static String text(Resources resources) {
    return resources + (resources.scalarsStated() ? "" : " nil");
  }

  private static String names(List<String> names) {
    return names.isEmpty() ? "-" : String.join("+", names.stream().sorted().toList());
  }
}
