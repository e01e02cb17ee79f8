package io.merapi.api.resource;

/**
 * The difference of two {@link Resources}, dimension by dimension, none of them negative but for
 * the mark of an infinite one.
 *
 * @param increased what the left side has more
 * @param decreased what the left side has less; 0 for scalars that are the same on both sides
 */
public record Difference(Resources increased, Resources decreased) {

  static Difference between(Resources left, Resources right, MissingDimension missing) {
    var increased = new ResourcesSum(left.dictionary()).stateScalars();
    var decreased = new ResourcesSum(left.dictionary()).stateScalars();
    for (int id = ResourceDictionary.CPU; id <= ResourceDictionary.MEMORY; id++) {
      subtract(id, left.get(id), right.get(id), increased, decreased);
    }
    double absent = missing == MissingDimension.ZERO ? 0 : Resources.INFINITE_DIFFERENCE;
    for (int i = 0; i < left.scalarCount(); i++) {
      int id = left.scalarId(i);
      double other = right.hasScalar(id) ? right.get(id) : absent;
      subtractScalar(id, left.scalarValue(i), other, increased, decreased);
    }
    for (int i = 0; i < right.scalarCount(); i++) {
      int id = right.scalarId(i);
      if (!left.hasScalar(id)) {
        subtractScalar(id, absent, right.scalarValue(i), increased, decreased);
      }
    }
    return new Difference(increased.toResources(), decreased.toResources());
  }

  private static void subtractScalar(
      int id, double left, double right, ResourcesSum increased, ResourcesSum decreased) {
    if (left == Resources.INFINITE_DIFFERENCE) {
      increased.set(id, left);
    } else if (right == Resources.INFINITE_DIFFERENCE) {
      decreased.set(id, right);
    } else {
      subtract(id, left, right, increased, decreased);
    }
  }

  private static void subtract(
      int id, double left, double right, ResourcesSum increased, ResourcesSum decreased) {
    if (left > right) {
      increased.set(id, left - right);
    } else {
      decreased.set(id, right - left);
    }
  }
}
