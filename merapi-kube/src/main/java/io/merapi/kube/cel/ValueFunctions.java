package io.merapi.kube.cel;

import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import io.merapi.api.resource.Quantity;
import io.merapi.kube.cel.FunctionLibrary.Parameter;
import java.util.function.Consumer;

/** Quantities and semantic versions, the values that devices have beside plain ones. */
final class ValueFunctions {

  static final OpaqueType QUANTITY_TYPE = OpaqueType.create("kubernetes.Quantity");
  static final OpaqueType SEMVER_TYPE = OpaqueType.create("kubernetes.Semver");

  private static final Parameter<Quantity> QUANTITY =
      new Parameter<>(QUANTITY_TYPE, Quantity.class);
  private static final Parameter<Semver> SEMVER = new Parameter<>(SEMVER_TYPE, Semver.class);

  private ValueFunctions() {}

  static FunctionLibrary quantities() {
    return new FunctionLibrary()
        .global("quantity", "string_to_quantity", QUANTITY_TYPE, Parameter.STRING, Quantity::parse)
        .global(
            "isQuantity",
            "is_quantity_string",
            SimpleType.BOOL,
            Parameter.STRING,
            text -> isReadable(Quantity::parse, text))
        // Upstream declares this one, unlike its neighbours, as a function that is not a member.
        .global("sign", "quantity_sign", SimpleType.INT, QUANTITY, q -> (long) q.sign())
        .member(
            "isInteger",
            "quantity_is_integer",
            SimpleType.BOOL,
            QUANTITY,
            q -> q.wholeValue().isPresent())
        .member(
            "asInteger", "quantity_get_int", SimpleType.INT, QUANTITY, ValueFunctions::asInteger)
        .member(
            "asApproximateFloat",
            "quantity_get_float",
            SimpleType.DOUBLE,
            QUANTITY,
            Quantity::asApproximateDouble)
        .member(
            "isGreaterThan",
            "quantity_is_greater_than",
            SimpleType.BOOL,
            QUANTITY,
            QUANTITY,
            (q, other) -> q.compareTo(other) > 0)
        .member(
            "isLessThan",
            "quantity_is_less_than",
            SimpleType.BOOL,
            QUANTITY,
            QUANTITY,
            (q, other) -> q.compareTo(other) < 0)
        .member(
            "compareTo",
            "quantity_compare_to",
            SimpleType.INT,
            QUANTITY,
            QUANTITY,
            (q, other) -> (long) Integer.signum(q.compareTo(other)))
        .member("add", "quantity_add", QUANTITY_TYPE, QUANTITY, QUANTITY, Quantity::plus)
        .member(
            "add",
            "quantity_add_int",
            QUANTITY_TYPE,
            QUANTITY,
            Parameter.INT,
            (q, more) -> q.plus(whole(more)))
        .member("sub", "quantity_sub", QUANTITY_TYPE, QUANTITY, QUANTITY, Quantity::minus)
        .member(
            "sub",
            "quantity_sub_int",
            QUANTITY_TYPE,
            QUANTITY,
            Parameter.INT,
            (q, less) -> q.minus(whole(less)));
  }

  static FunctionLibrary versions() {
    return new FunctionLibrary()
        .global("semver", "string_to_semver", SEMVER_TYPE, Parameter.STRING, Semver::parse)
        .global(
            "semver",
            "string_bool_to_semver",
            SEMVER_TYPE,
            Parameter.STRING,
            Parameter.BOOL,
            Semver::parse)
        .global(
            "isSemver",
            "is_semver_string",
            SimpleType.BOOL,
            Parameter.STRING,
            text -> isReadable(Semver::parse, text))
        .global(
            "isSemver",
            "is_semver_string_bool",
            SimpleType.BOOL,
            Parameter.STRING,
            Parameter.BOOL,
            (text, normalize) -> isReadable(it -> Semver.parse(it, normalize), text))
        .member("major", "semver_major", SimpleType.INT, SEMVER, Semver::major)
        .member("minor", "semver_minor", SimpleType.INT, SEMVER, Semver::minor)
        .member("patch", "semver_patch", SimpleType.INT, SEMVER, Semver::patch)
        .member(
            "isGreaterThan",
            "semver_is_greater_than",
            SimpleType.BOOL,
            SEMVER,
            SEMVER,
            (version, other) -> version.compareTo(other) > 0)
        .member(
            "isLessThan",
            "semver_is_less_than",
            SimpleType.BOOL,
            SEMVER,
            SEMVER,
            (version, other) -> version.compareTo(other) < 0)
        .member(
            "compareTo",
            "semver_compare_to",
            SimpleType.INT,
            SEMVER,
            SEMVER,
            (version, other) -> (long) Integer.signum(version.compareTo(other)));
  }

  private static Quantity whole(long number) {
    return Quantity.of(number, Quantity.Format.DECIMAL_EXPONENT);
  }

  private static long asInteger(Quantity quantity) {
    return quantity
        .wholeValue()
        .orElseThrow(() -> new IllegalArgumentException("cannot convert value to integer"));
  }

  /** Whether a reader accepts a text; what it makes of it does not matter here. */
  static boolean isReadable(Consumer<String> reader, String text) {
    try {
      reader.accept(text);
      return true;
    } catch (IllegalArgumentException _) {
      return false;
    }
  }
}
