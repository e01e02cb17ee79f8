package com.example.scheduling;

import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.session.Job;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

class EarliestDeadlineTest {

  private final EarliestDeadline plugin =
      new EarliestDeadline(new EarliestDeadline.Args("example.com/deadline"));
  private final Job soon =
      job(podGroup("soon").annotation("example.com/deadline", "2030-01-01T00:00:00Z").build());
  private final Job later =
      job(podGroup("later").annotation("example.com/deadline", "2031-01-01T00:00:00Z").build());
  private final Job never = job(podGroup("never").build());

  @Test
  void theEarlierDeadlineGoesFirst() {
    assertTrue(plugin.compareJobs(soon, later) < 0);
    assertTrue(plugin.compareJobs(later, soon) > 0);
  }

  @Test
  void aJobWithoutDeadlineGoesLast() {
    assertTrue(plugin.compareJobs(never, later) > 0);
    assertEquals(0, plugin.compareJobs(never, never));
  }

  /** A job of which only the PodGroup is asked for. */
  private static Job job(PodGroup group) {
    return (Job)
        Proxy.newProxyInstance(
            Job.class.getClassLoader(), new Class<?>[] {Job.class}, (self, method, args) -> group);
  }
}
