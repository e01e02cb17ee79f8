package io.merapi.kube.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An expression that selects devices, compiled; safe for use by several threads. */
public final class DeviceExpression {

  /** What an evaluation may cost before it is cut off. */
  static final long MOST_COST = 1_000_000;

  private final CelRuntime.@Nullable Program program;
  private final boolean metered;
  private final @Nullable String error;

  private DeviceExpression(
      CelRuntime.@Nullable Program program, boolean metered, @Nullable String error) {
    this.program = program;
    this.metered = metered;
    this.error = error;
  }

  static DeviceExpression compiled(CelRuntime.Program program, CelAbstractSyntaxTree tree) {
    return new DeviceExpression(program, mayCostTooMuch(tree), null);
  }

  static DeviceExpression broken(String error) {
    return new DeviceExpression(null, false, error);
  }

  /**
   * Whether the cost must be counted. Without loops and variables of its own an expression reads
   * each of its parts once, and none is long enough to cost that much.
   */
  private static boolean mayCostTooMuch(CelAbstractSyntaxTree tree) {
    return CelNavigableAst.fromAst(tree)
        .getRoot()
        .allNodes()
        .anyMatch(node -> node.getKind() == Kind.COMPREHENSION);
  }

  /** Why it cannot be evaluated; null where it can. */
  public @Nullable String compileError() {
    return error;
  }

  /**
   * Whether a device matches.
   *
   * @throws ExpressionException if there is no answer: a missing attribute was read, the result is
   *     not a truth value, the evaluation costs too much, or the expression did not compile
   */
  public boolean matches(DeviceInput device) throws ExpressionException {
    if (program == null) {
      throw new ExpressionException(String.valueOf(error));
    }
    Map<String, Object> variables = device.variables();
    Object result;
    try {
      result =
          metered ? program.trace(variables, new CostMeter(MOST_COST)) : program.eval(variables);
    } catch (CelEvaluationException | CostMeter.Exceeded e) {
      throw new ExpressionException(String.valueOf(e.getMessage()));
    } catch (StackOverflowError _) {
      throw new ExpressionException("the expression is nested too deeply");
    }
    if (result instanceof Boolean answer) {
      return answer;
    }
    throw new ExpressionException(
        "CEL result (%s) could not be converted to bool".formatted(result));
  }
}
