package io.merapi.cluster.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TokenBucketTest {

  private long now = 1;
  private final TokenBucket bucket = new TokenBucket(new RequestRate(10, 3), () -> now);

  @Test
  void aBurstGoesOutAtOnceAndTheRestAtTheRate() {
    burst();
  }

  private void burst() {
    for (int i = 0; i < 3; i++) {
      assertThat(bucket.reserve()).isZero();
    }
    assertThat(bucket.reserve()).isEqualTo(Duration.ofMillis(100));
    assertThat(bucket.reserve()).isEqualTo(Duration.ofMillis(200));
  }

  @Test
  void aRestBringsBackTheBurstAndNoMore() {
    for (int i = 0; i < 5; i++) {
      bucket.reserve();
    }
    pass(Duration.ofMillis(200));
    assertThat(bucket.reserve()).isEqualTo(Duration.ofMillis(100));

    pass(Duration.ofHours(1));
    burst();
  }

  @Test
  void reportsGetWhatUrgentRequestsLeave() {
    assertThat(bucket.takeIfThere()).isZero();
    for (int i = 0; i < 4; i++) {
      bucket.reserve();
    }
    // Two tokens are owed, and one is needed.
    assertThat(bucket.takeIfThere()).isEqualTo(Duration.ofMillis(300));
    pass(Duration.ofMillis(250));
    assertThat(bucket.reserve()).isEqualTo(Duration.ofMillis(50));
    assertThat(bucket.takeIfThere()).isEqualTo(Duration.ofMillis(150));
    pass(Duration.ofMillis(150));
    assertThat(bucket.takeIfThere()).isZero();
  }

  @Test
  void withoutALimitNobodyWaits() throws IOException {
    var unlimited = new TokenBucket(RequestRate.UNLIMITED);
    for (int i = 0; i < 100_000; i++) {
      unlimited.take();
      unlimited.takeLeftOver();
    }
  }

  @Test
  void whoIsInterruptedWhileWaitingIsTold() {
    for (int i = 0; i < 100; i++) {
      bucket.reserve();
    }
    Thread.currentThread().interrupt();
    try {
      assertThatIOException().isThrownBy(bucket::take);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void aLimitNeedsABurst() {
    assertThatIllegalArgumentException().isThrownBy(() -> new RequestRate(10, 0));
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }
}
