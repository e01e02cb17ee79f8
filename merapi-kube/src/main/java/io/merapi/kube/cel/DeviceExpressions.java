package io.merapi.kube.cel;

import io.merapi.api.feature.FeatureGate;
import io.merapi.api.feature.FeatureGates;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compiles expressions that select devices, and keeps those that were used last.
 *
 * <p>Safe for use by several threads. Whatever a cluster's users write, it holds no more than a
 * fixed number of expressions.
 */
public final class DeviceExpressions {

  private static final int KEPT = 256;

  private final FeatureGates gates;

  /** Made for the first expression: it takes long, and most clusters have none. */
  private @Nullable ExpressionCompiler compiler;

  private final Map<String, DeviceExpression> compiled =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, DeviceExpression> eldest) {
          return size() > KEPT;
        }
      };

  public DeviceExpressions(FeatureGates gates) {
    this.gates = gates;
  }

  /** An expression, compiled; one that cannot be compiled says why. */
  public DeviceExpression compile(String expression) {
    // Compiling takes a millisecond or so; two threads that wait for each other lose less by it
    // than by compiling the same text twice.
    synchronized (compiled) {
      return compiled.computeIfAbsent(expression, text -> compiler().compile(text));
    }
  }

  private ExpressionCompiler compiler() {
    ExpressionCompiler known = compiler;
    if (known == null) {
      known =
          new ExpressionCompiler(
              gates.enabled(FeatureGate.DRA_CONSUMABLE_CAPACITY),
              gates.enabled(FeatureGate.DRA_LIST_TYPE_ATTRIBUTES));
      compiler = known;
    }
    return known;
  }
}
