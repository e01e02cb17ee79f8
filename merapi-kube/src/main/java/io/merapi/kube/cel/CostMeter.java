package io.merapi.kube.cel;

import dev.cel.common.ast.CelExpr;
import dev.cel.runtime.CelEvaluationListener;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts what one evaluation costs and ends it when that is too much.
 *
 * <p>The library tells of every part of an expression that it has evaluated, arguments before their
 * call. Costs are those of Kubernetes: one for a variable, a field or a plain operation, ten and
 * more for making lists and maps, and for texts and lists something that grows with their length.
 * Upstream counterparts: {@code interpreter.CostTracker} and {@code library.CostEstimator}.
 */
final class CostMeter implements CelEvaluationListener {

  private static final double TRAVERSAL = 0.1;
  private static final double REGEX = 0.25;

  private final long limit;
  private final Map<Long, Object> latest = new HashMap<>();
  private long cost;

  CostMeter(long limit) {
    this.limit = limit;
  }

  long cost() {
    return cost;
  }

  @Override
  public void callback(CelExpr part, @Nullable Object result) {
    cost = saturated(cost, of(part, result));
    if (cost > limit) {
      throw new Exceeded();
    }
    if (result != null) {
      latest.put(part.id(), result);
    }
  }

  private long of(CelExpr part, @Nullable Object result) {
    return switch (part.exprKind().getKind()) {
      case IDENT -> 1;
      case SELECT -> part.select().testOnly() ? 0 : 1;
      case LIST -> 10;
      case MAP -> 30;
      case STRUCT -> 40;
      case CALL -> call(part.call().function(), arguments(part.call()), result);
      case CONSTANT, COMPREHENSION, NOT_SET -> 0;
    };
  }

  private List<Object> arguments(CelExpr.CelCall call) {
    var values = new ArrayList<Object>();
    call.target().ifPresent(target -> values.add(latest.getOrDefault(target.id(), false)));
    call.args().forEach(argument -> values.add(latest.getOrDefault(argument.id(), false)));
    return values;
  }

  private static long call(String function, List<Object> arguments, @Nullable Object result) {
    Object first = arguments.isEmpty() ? "" : arguments.getFirst();
    Object second = arguments.size() < 2 ? "" : arguments.get(1);
    return switch (function) {
      case "_&&_", "_||_", "_?_:_" -> 0;
      case "isSorted", "sum", "max", "min", "indexOf", "lastIndexOf" -> traversal(first);
      case "startsWith", "endsWith", "bytes", "strings.quote", "format" ->
          part(size(first), TRAVERSAL);
      case "url", "lowerAscii", "upperAscii", "substring", "trim" -> part(size(first), TRAVERSAL);
      case "quantity", "isQuantity", "semver", "isSemver" -> part(size(first), TRAVERSAL);
      case "ip", "isIP", "cidr", "isCIDR" -> part(size(first), TRAVERSAL);
      case "replace", "split", "ip.isCanonical" -> part(size(first), 2 * TRAVERSAL);
      case "join" -> part(result == null ? 0 : size(result), 2 * TRAVERSAL);
      case "matches", "find", "findAll" ->
          part(1 + size(first), TRAVERSAL) * part(size(second), REGEX);
      case "contains" -> part(size(first), TRAVERSAL) * part(size(second), TRAVERSAL);
      case "@in" -> second instanceof List<?> list ? list.size() : 1;
      case "_==_", "_!=_" -> part(Math.min(size(first), size(second)), TRAVERSAL);
      case "_<_", "_<=_", "_>_", "_>=_" ->
          first instanceof String ? part(Math.min(size(first), size(second)), TRAVERSAL) : 1;
      case "_+_" -> first instanceof String ? part(size(first) + size(second), TRAVERSAL) : 1;
      default -> 1;
    };
  }

  private static long part(long size, double factor) {
    return (long) Math.ceil(size * factor);
  }

  private static long size(Object value) {
    return switch (value) {
      case String text -> text.codePointCount(0, text.length());
      case List<?> list -> list.size();
      case Map<?, ?> map -> map.size();
      default -> 1;
    };
  }

  private static long traversal(Object value) {
    return switch (value) {
      case String text -> (long) (size(text) * TRAVERSAL);
      case List<?> list -> list.stream().mapToLong(CostMeter::traversal).sum();
      default -> 1;
    };
  }

  private static long saturated(long sum, long more) {
    return sum > Long.MAX_VALUE - more ? Long.MAX_VALUE : sum + more;
  }

  /**
   * Ends an evaluation; an error and no exception, because the library takes every exception for
   * the value of a part, which an operator such as {@code ||} may pass over.
   */
  static final class Exceeded extends Error {

    private static final long serialVersionUID = 1L;

    Exceeded() {
      super("operation cancelled: actual cost limit exceeded", null, false, false);
    }
  }
}
