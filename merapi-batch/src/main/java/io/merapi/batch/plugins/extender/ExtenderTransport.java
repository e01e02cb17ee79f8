package io.merapi.batch.plugins.extender;

import io.merapi.api.cluster.ClusterObject;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Carries the questions of {@code extender} plugins to their servers, and answers back.
 *
 * <p>It outlives sessions and is used by the scheduling thread, which waits.
 */
public interface ExtenderTransport {

  /** An object as Kubernetes writes it: texts, numbers, flags, lists and maps of these. */
  Map<String, Object> written(ClusterObject object);

  /**
   * Posts a question as JSON and waits for what comes back.
   *
   * @throws ExtenderException if nothing comes back in time, or nothing that can be read
   */
  Reply post(Call call) throws ExtenderException;

  /**
   * Lets go of what it keeps for the next questions, which other servers may be asked from now on.
   */
  default void letGo() {}

  /**
   * A question.
   *
   * @param body texts, numbers, flags, lists and maps of these, and null
   * @param timeout for the whole call; none where it is not positive
   * @param wantsAnswer whether anybody will look at what the server says beside its code
   */
  record Call(
      String url, Map<String, @Nullable Object> body, Duration timeout, boolean wantsAnswer) {}

  /**
   * What a server said.
   *
   * @param code the status code; 200 where all is well
   * @param body what stands for the first JSON value of the answer, as in a call: whole numbers are
   *     {@link Long} or {@link java.math.BigInteger}, others {@link Double}; null where the code is
   *     another one or nobody wants it
   */
  record Reply(int code, @Nullable Object body) {}
}
