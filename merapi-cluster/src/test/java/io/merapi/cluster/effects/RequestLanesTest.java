package io.merapi.cluster.effects;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RequestLanesTest {

  @Test
  void reportsWaitBehindBindings() throws InterruptedException {
    var lanes = new RequestLanes(1);
    var begun = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    var done = new CountDownLatch(4);
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    lanes.urgent(() -> {
      begun.countDown();
      await(release);
    });
    begun.await();
    lanes.later(() -> note("report 1", order, done));
    lanes.urgent(() -> note("bind 1", order, done));
    lanes.later(() -> note("report 2", order, done));
    lanes.urgent(() -> note("bind 2", order, done));
    release.countDown();
    done.await();
    assertThat(order).containsExactly("bind 1", "bind 2", "report 1", "report 2");
  }

  @Test
  void whatOthersGoByIsWrittenBeforeWhatPeopleRead() throws InterruptedException {
    var lanes = new RequestLanes(1);
    var begun = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    var done = new CountDownLatch(3);
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    lanes.urgent(() -> {
      begun.countDown();
      await(release);
    });
    begun.await();
    lanes.later(() -> note("event", order, done));
    lanes.status(() -> note("status", order, done));
    lanes.urgent(() -> note("bind", order, done));
    release.countDown();
    done.await();
    assertThat(order).containsExactly("bind", "status", "event");
  }

  @Test
  void asManyRequestsAtOnceAsPlacesAndNoMore() throws InterruptedException {
    var lanes = new RequestLanes(8);
    var running = new AtomicInteger();
    var most = new AtomicInteger();
    var full = new CountDownLatch(8);
    var done = new CountDownLatch(200);
    for (int i = 0; i < 200; i++) {
      lanes.urgent(() -> {
        most.accumulateAndGet(running.incrementAndGet(), Math::max);
        full.countDown();
        await(full);
        running.decrementAndGet();
        done.countDown();
      });
    }
    done.await();
    assertThat(most).hasValue(8);
  }

  @Test
  void reportsLeaveMostPlacesToBindings() throws InterruptedException {
    var lanes = new RequestLanes(8);
    var started = new Semaphore(0);
    var release = new CountDownLatch(1);
    for (int i = 0; i < 8; i++) {
      lanes.later(() -> {
        started.release();
        await(release);
      });
    }
    started.acquire(2);
    var bound = new CountDownLatch(6);
    for (int i = 0; i < 6; i++) {
      lanes.urgent(bound::countDown);
    }
    bound.await();
    assertThat(started.availablePermits()).isZero();
    release.countDown();
    started.acquire(6);
  }

  @Test
  void aReportLetsTheNextBindingPassThatComesAMomentLater() throws InterruptedException {
    var lanes = new RequestLanes(8);
    var done = new CountDownLatch(3);
    var bound = new CountDownLatch(1);
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    lanes.urgent(() -> {
      note("bind 1", order, done);
      lanes.later(() -> note("report", order, done));
      bound.countDown();
    });
    bound.await();
    lanes.urgent(() -> note("bind 2", order, done));
    done.await();
    assertThat(order).containsExactly("bind 1", "bind 2", "report");
  }

  @Test
  void reportsAreNotHeldForEverWhileBindingsKeepComing() throws InterruptedException {
    var lanes = new RequestLanes(8, Duration.ofMillis(100));
    var told = new CountDownLatch(1);
    lanes.urgent(() -> {});
    lanes.later(told::countDown);
    while (told.getCount() > 0) {
      var bound = new CountDownLatch(1);
      lanes.urgent(bound::countDown);
      bound.await();
    }
  }

  @Test
  void reportsGoOutOneAtATimeWhileMoreBindingsWaitThanCanBeSent() throws InterruptedException {
    var lanes = new RequestLanes(8, Duration.ofMillis(100));
    var told = new CountDownLatch(20);
    var underWay = new AtomicInteger();
    var most = new AtomicInteger();
    keepWaiting(lanes, told);
    for (int i = 0; i < 20; i++) {
      lanes.later(() -> {
        most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
        Thread.onSpinWait();
        underWay.decrementAndGet();
        told.countDown();
      });
    }
    told.await();
    assertThat(most).hasValue(1);
  }

  /** Has twice as many bindings wait as there are places, until all reports are told. */
  private static void keepWaiting(RequestLanes lanes, CountDownLatch told) {
    for (int i = 0; i < 16; i++) {
      lanes.urgent(
          new Runnable() {
            @Override
            public void run() {
              if (told.getCount() > 0) {
                lanes.urgent(this);
              }
            }
          });
    }
  }

  private static void note(String what, List<String> order, CountDownLatch done) {
    order.add(what);
    done.countDown();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
