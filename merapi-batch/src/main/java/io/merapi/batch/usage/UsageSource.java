package io.merapi.batch.usage;

import io.merapi.api.session.NodeUsage;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A system that measures the load of nodes, and can be asked for it. */
public interface UsageSource {

  /** Measures nothing. */
  UsageSource NONE = _ -> CompletableFuture.completedFuture(Answer.NOTHING);

  /**
   * Asks for the load that nodes have now.
   *
   * <p>Called by the scheduling thread, on which it must not wait; the next call comes only after
   * this one is answered. It does not fail: what could not be found out is left out of the answer,
   * and told there. It must answer in the end.
   */
  CompletionStage<Answer> measure(List<String> nodes);

  /**
   * What was found out.
   *
   * @param usages by node; of a node that is missing nothing new is known
   * @param questions how many were put to the system
   * @param failures for each question without an answer of use, why, in one line
   */
  record Answer(Map<String, NodeUsage> usages, int questions, List<String> failures) {

    static final Answer NOTHING = new Answer(Map.of(), 0, List.of());

    public Answer {
      usages = Map.copyOf(usages);
      failures = List.copyOf(failures);
    }
  }
}
