package io.merapi.cluster.http;

import java.io.IOException;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Makes requests wait so that a rate is kept, as client-go's flow control does: there are as many
 * tokens as the burst allows, each request takes one, and they grow back at the rate.
 *
 * <p>Whoever is urgent takes a token before it has grown, and waits for it; so urgent requests keep
 * their order. Others take only what the urgent ones leave.
 */
public final class TokenBucket {

  private final RequestRate rate;
  private final LongSupplier nanoTime;
  private double tokens;
  private long counted;

  public TokenBucket(RequestRate rate) {
    this(rate, System::nanoTime);
  }

  TokenBucket(RequestRate rate, LongSupplier nanoTime) {
    this.rate = rate;
    this.nanoTime = nanoTime;
    this.tokens = rate.burst();
    this.counted = nanoTime.getAsLong();
  }

  /**
   * Waits for the turn of a request that others must not keep waiting.
   *
   * @throws IOException if the thread is interrupted
   */
  public void take() throws IOException {
    if (rate.limits()) {
      sleep(reserve());
    }
  }

  /**
   * Waits until nothing urgent needs the tokens.
   *
   * @throws IOException if the thread is interrupted
   */
  public void takeLeftOver() throws IOException {
    if (!rate.limits()) {
      return;
    }
    for (Duration left = takeIfThere(); left.isPositive(); left = takeIfThere()) {
      sleep(left);
    }
  }

  /** Takes a token in any case; how long it takes to grow. */
  synchronized Duration reserve() {
    grow();
    tokens--;
    return tokens >= 0 ? Duration.ZERO : timeFor(-tokens);
  }

  /** Takes a token if there is one; otherwise how long it takes until there may be. */
  synchronized Duration takeIfThere() {
    grow();
    if (tokens < 1) {
      return timeFor(1 - tokens);
    }
    tokens--;
    return Duration.ZERO;
  }

  private void grow() {
    long now = nanoTime.getAsLong();
    tokens = Math.min(rate.burst(), tokens + (now - counted) * 1e-9 * rate.perSecond());
    counted = now;
  }

  /** Rounded up, so that nobody comes back a moment too early. */
  private Duration timeFor(double missing) {
    return Duration.ofNanos((long) Math.ceil(missing / rate.perSecond() * 1e9));
  }

  private static void sleep(Duration time) throws IOException {
    if (!time.isPositive()) {
      return;
    }
    try {
      Thread.sleep(time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the request had to wait for its turn", e);
    }
  }
}
