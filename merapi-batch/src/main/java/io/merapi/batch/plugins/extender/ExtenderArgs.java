package io.merapi.batch.plugins.extender;

import io.merapi.api.plugin.Arguments;
import io.merapi.api.plugin.ProblemKind;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * What the {@code extender} plugin reads from its arguments.
 *
 * @param urlPrefix the server; a verb is appended after a slash
 * @param timeout of one call; 0 for none
 * @param ignorable whether a failing call is passed over
 * @param managedResources the server is asked only about tasks that request one of these; about all
 *     tasks if there are none
 */
public record ExtenderArgs(
    String urlPrefix,
    Duration timeout,
    Verbs verbs,
    boolean ignorable,
    Set<String> managedResources) {

  public static final ExtenderArgs DEFAULTS =
      new ExtenderArgs("", Duration.ofSeconds(1), Verbs.NONE, false, Set.of());

  public ExtenderArgs {
    managedResources = Collections.unmodifiableSet(new LinkedHashSet<>(managedResources));
  }

  public static ExtenderArgs bind(Arguments in) {
    var args =
        new ExtenderArgs(
            in.text("extender.urlPrefix").or(""),
            in.duration("extender.httpTimeout")
                .should(timeout -> !timeout.isNegative(), "be at least 0")
                .or(DEFAULTS.timeout),
            Verbs.bind(in),
            in.flag("extender.ignorable").or(DEFAULTS.ignorable),
            new LinkedHashSet<>(in.decoded().texts("extender.managedResources")));
    if (args.urlPrefix.isEmpty() && !args.verbs.equals(Verbs.NONE)) {
      in.report(
          "extender.urlPrefix", ProblemKind.REQUIRED, "must be given: every call fails without it");
    }
    if (args.verbs.equals(Verbs.NONE)) {
      in.report("", ProblemKind.POINTLESS, "gives no verb, so the server is never asked");
    }
    return args;
  }

  /** What is asked of the server, each under the last part of its address; empty for not at all. */
  public record Verbs(
      String sessionOpen,
      String sessionClose,
      String predicate,
      String prioritize,
      String preemptable,
      String reclaimable,
      String queueOverused,
      String jobEnqueueable,
      String jobEnqueued,
      String jobReady,
      String allocate,
      String deallocate) {

    public static final Verbs NONE = new Verbs("", "", "", "", "", "", "", "", "", "", "", "");

    static Verbs bind(Arguments in) {
      return new Verbs(
          verb(in, "onSessionOpen"),
          verb(in, "onSessionClose"),
          verb(in, "predicate"),
          verb(in, "prioritize"),
          verb(in, "preemptable"),
          verb(in, "reclaimable"),
          verb(in, "queueOverused"),
          verb(in, "jobEnqueueable"),
          verb(in, "jobEnqueued"),
          verb(in, "jobReady"),
          verb(in, "allocateFunc"),
          verb(in, "deallocateFunc"));
    }

    private static String verb(Arguments in, String name) {
      return in.text("extender.%sVerb".formatted(name)).or("");
    }
  }
}
