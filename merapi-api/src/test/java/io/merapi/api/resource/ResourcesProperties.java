package io.merapi.api.resource;

import static io.merapi.api.resource.MissingDimension.INFINITY;
import static io.merapi.api.resource.MissingDimension.ZERO;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Laws of the comparisons, on whole amounts so that the epsilon plays no part. */
class ResourcesProperties {

  private static final int CASES = 20_000;

  private final ResourceDictionary dictionary = new ResourceDictionary();
  private final SplittableRandom random = new SplittableRandom(11);

  @Test
  void everythingIsLessOrEqualToItselfAndNothingIsLess() {
    for (int i = 0; i < CASES; i++) {
      Resources a = any();
      for (MissingDimension missing : MissingDimension.values()) {
        assertThat(a.lessEqual(a, missing)).isTrue();
        assertThat(a.lessEqualPartly(a, missing)).isTrue();
        assertThat(a.less(a, missing)).isFalse();
        assertThat(a.lessPartly(a, missing)).isFalse();
      }
      assertThat(a.sameAmounts(a)).isTrue();
    }
  }

  @Test
  void sumsAndDifferencesAreThoseOfARunningTotal() {
    for (int i = 0; i < CASES; i++) {
      Resources a = any();
      Resources b = any();
      assertThat(a.plus(b)).isEqualTo(a.sum().add(b).toResources());
      assertThat(a.minusAllowingNegative(b)).isEqualTo(a.sum().subtract(b).toResources());
    }
  }

  @Test
  void aViewIsWhatItsTotalIsAndWhatWasMadeOfItStaysWhatItWas() {
    for (int i = 0; i < CASES / 10; i++) {
      Resources expected = any();
      ResourcesSum total = expected.sum();
      Resources view = total.view();
      for (int step = 0; step < 10; step++) {
        Resources amount = any();
        Resources doubled = view.times(2);
        Resources more = view.plus(Resources.none(dictionary));
        Resources less = view.min(amount, INFINITY);
        Resources copy = view.copy();
        Resources before = expected;
        switch (random.nextInt(4)) {
          case 0 -> total.set(amount);
          case 1 -> total.subtract(amount);
          default -> total.add(amount);
        }
        assertThat(more).isEqualTo(before);
        assertThat(copy).isEqualTo(before);
        assertThat(doubled).isEqualTo(before.times(2));
        assertThat(less).isEqualTo(before.min(amount, INFINITY));
        expected = total.toResources();
        assertThat(view).isEqualTo(expected);
      }
    }
  }

  @Test
  void aTotalGoesTheWayOfValues() {
    for (int i = 0; i < CASES / 10; i++) {
      Resources value = any();
      ResourcesSum total = value.sum();
      for (int step = 0; step < 10; step++) {
        Resources amount = any();
        boolean comes = random.nextBoolean();
        value = comes ? value.plus(amount) : value.minusAllowingNegative(amount);
        total = comes ? total.add(amount) : total.subtract(amount);
        assertThat(total.view()).isEqualTo(value);
      }
    }
  }

  @Test
  void lessOrEqualCarriesOverAThird() {
    int met = 0;
    for (int i = 0; i < CASES; i++) {
      Resources a = any();
      Resources b = any();
      Resources c = any();
      if (a.lessEqual(b, ZERO) && b.lessEqual(c, ZERO)) {
        met++;
        assertThat(a.lessEqual(c, ZERO)).as("%s, %s, %s", a, b, c).isTrue();
      }
    }
    assertThat(met).isPositive();
  }

  @Test
  void lessImpliesLessOrEqualAndAllImplySome() {
    for (int i = 0; i < CASES; i++) {
      Resources a = any();
      Resources b = any();
      for (MissingDimension missing : MissingDimension.values()) {
        if (a.less(b, missing)) {
          assertThat(a.lessEqual(b, missing)).isTrue();
          assertThat(a.lessPartly(b, missing)).isTrue();
        }
        if (a.lessEqual(b, missing)) {
          assertThat(a.lessEqualPartly(b, missing)).isTrue();
        }
        if (a.lessPartly(b, missing)) {
          assertThat(a.lessEqualPartly(b, missing)).isTrue();
        }
      }
    }
  }

  @Test
  void partlyLessMeansNotEverywhereGreaterOrEqualWhereBothSidesHaveTheSameScalars() {
    for (int i = 0; i < CASES; i++) {
      Resources a = complete();
      Resources b = complete();
      for (MissingDimension missing : MissingDimension.values()) {
        assertThat(a.lessPartly(b, missing)).isEqualTo(!b.lessEqual(a, missing));
        assertThat(a.lessEqualPartly(b, missing)).isEqualTo(!b.less(a, missing));
      }
    }
  }

  @Test
  void lessOrEqualHoldsExactlyWhereNoDimensionExceeds() {
    for (int i = 0; i < CASES; i++) {
      Resources a = any();
      Resources b = any();
      assertThat(a.lessEqual(b, ZERO)).isEqualTo(Dimensions.exceeding(a, b, ZERO).isEmpty());
      if (a.lessEqual(b, INFINITY)) {
        assertThat(Dimensions.exceeding(a, b, INFINITY)).isEmpty();
      }
    }
  }

  @Test
  void differenceTakesOneSideToTheOther() {
    for (int i = 0; i < CASES; i++) {
      Resources a = any();
      Resources b = any();
      Difference difference = a.difference(b, ZERO);
      Resources there =
          b.plus(difference.increased()).minusAllowingNegative(difference.decreased());
      // Where one side has no scalars stated, subtraction leaves them out.
      if (b.plus(difference.increased()).scalarsStated()) {
        assertThat(there.sameAmounts(a)).as("%s, %s", a, b).isTrue();
        assertThat(a.sameAmounts(there)).as("%s, %s", a, b).isTrue();
      }
      assertThat(a.exceeding(b)).isEqualTo(difference.increased());
    }
  }

  @Test
  void additionCommutesAndSubtractionUndoesIt() {
    for (int i = 0; i < CASES; i++) {
      Resources a = any();
      Resources b = any();
      assertThat(a.plus(b)).hasToString(b.plus(a).toString());
      assertThat(a.plus(b).minus(b).sameAmounts(a)).isTrue();
      assertThat(a.lessEqual(a.plus(b), ZERO)).isTrue();
      var sum = new ResourcesSum(dictionary).add(any()).clear();
      assertThat(sum.add(a).add(b).toResources()).hasToString(a.plus(b).toString());
    }
  }

  @Test
  void maxIsTheLeastUpperBoundAndMinTheGreatestLower() {
    for (int i = 0; i < CASES; i++) {
      Resources a = any();
      Resources b = any();
      Resources max = a.max(b);
      assertThat(a.lessEqual(max, ZERO)).isTrue();
      assertThat(b.lessEqual(max, ZERO)).isTrue();
      assertThat(max.lessEqual(a.plus(b), ZERO)).isTrue();
      Resources min = a.min(b, ZERO);
      assertThat(min.lessEqual(a, ZERO)).isTrue();
      assertThat(min.lessEqual(b, ZERO)).isTrue();
    }
  }

  @Test
  void theAnswersThatAllocateNothingAgreeWithTheNames() {
    for (int i = 0; i < CASES; i++) {
      Resources a = any();
      Resources b = any();
      Resources request = any();
      assertThat(Dimensions.fits(a, b, request))
          .isEqualTo(Dimensions.exceeding(a, b, request).isEmpty());
      assertThat(Dimensions.anySufficient(a, b, request))
          .isNotEqualTo(Dimensions.sufficient(a, b, request).isEmpty());
      assertThat(Dimensions.anySufficientInUse(a, b, request))
          .isNotEqualTo(Dimensions.sufficientInUse(a, b, request).isEmpty());
      assertThat(Dimensions.anyGreater(a, b, request))
          .isNotEqualTo(Dimensions.greater(a, b, request).isEmpty());
      assertThat(Dimensions.anyGreaterWhereDefined(a, b, request))
          .isNotEqualTo(Dimensions.greaterWhereDefined(a, b, request).isEmpty());
    }
  }

  private Resources any() {
    return random.nextInt(5) == 0 ? amounts(0, false) : amounts(1, true);
  }

  private Resources complete() {
    return amounts(2, true);
  }

  /**
   * @param presence 0 for no scalars, 1 for some, 2 for all
   */
  private Resources amounts(int presence, boolean stated) {
    var sum = new ResourcesSum(dictionary);
    sum.set(ResourceDictionary.CPU, random.nextInt(4));
    sum.set(ResourceDictionary.MEMORY, random.nextInt(4));
    if (stated) {
      sum.stateScalars();
    }
    for (int i = 0; i < 4; i++) {
      if (presence == 2 || (presence == 1 && random.nextBoolean())) {
        sum.set(dictionary.index(i == 0 ? "pods" : "example.com/r" + i), random.nextInt(4));
      }
    }
    return sum.toResources();
  }
}
