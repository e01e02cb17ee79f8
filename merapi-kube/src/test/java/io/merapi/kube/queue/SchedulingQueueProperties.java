package io.merapi.kube.queue;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.ClusterAction;
import io.merapi.api.framework.ObjectChange;
import io.merapi.api.meta.Labels;
import io.merapi.api.pod.CompiledPodTerm;
import io.merapi.api.pod.CompiledPodTerms;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.queue.PlainQueue.Event;
import io.merapi.kube.queue.QueueTrial.Gate;
import io.merapi.kube.queue.QueueTrial.Waiting;
import io.merapi.testkit.PodBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The queue under random orders of everything that can happen, held against a plain model. */
class SchedulingQueueProperties {

  private static final int RUNS = 150;
  private static final int STEPS = 250;
  private static final List<String> NAMES =
      List.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p");
  private static final List<String> COLORS = List.of("red", "blue");
  private static final List<String> TIERS = List.of("front", "middle", "back");

  @Test
  void doesWhatThePlainQueueDoes() {
    for (int seed = 0; seed < RUNS; seed++) {
      var run = new Run(seed);
      for (int step = 0; step < STEPS; step++) {
        run.step();
        run.compare();
      }
    }
  }

  /** Both queues, and the pods that are in them or in flight, or have a node. */
  private static final class Run {

    final int seed;
    final SplittableRandom random;
    final Set<String> shut = new HashSet<>();
    final QueueTrial trial;
    final PlainQueue plain;
    final TreeMap<String, PendingPod> flying = new TreeMap<>();
    final TreeMap<String, String> nominated = new TreeMap<>();
    final TreeMap<String, PodBuilder> shy = new TreeMap<>();
    final List<String> log = new ArrayList<>();
    int uids;

    Run(int seed) {
      this.seed = seed;
      this.random = new SplittableRandom(seed);
      this.trial =
          new QueueTrial(
              new Gate("gate", pod -> shut.contains(pod.name())),
              Waiting.forNewNodes("color", (pod, change, _) -> fitsColor(pod.pod(), change)),
              Waiting.forPods(
                  "shy",
                  Set.of(ClusterAction.ADD, ClusterAction.DELETE),
                  (pod, change, _) -> isMeant(pod.pod(), change)));
      this.plain = new PlainQueue(pod -> shut.contains(pod.name()), trial.now);
    }

    static boolean fitsColor(Pod pod, ObjectChange change) {
      Labels wanted = Objects.requireNonNull(pod.spec().nodeSelector());
      return Objects.equals(wanted.get("color"), change.latest().meta().labels().get("color"));
    }

    static boolean isMeant(Pod pod, ObjectChange change) {
      Pod shy = (Pod) change.latest();
      List<CompiledPodTerm> away =
          CompiledPodTerms.of(shy.namespace(), shy.spec().affinity()).requiredAntiAffinity();
      return away.stream().anyMatch(term -> term.matches(pod, Labels.EMPTY));
    }

    void step() {
      switch (random.nextInt(15)) {
        case 0, 1 -> come();
        case 2 -> go();
        case 3 -> change();
        case 4, 5, 6 -> pop();
        case 7, 8, 9 -> land();
        case 10, 14 -> happen();
        case 11 -> activate();
        case 12 -> pass();
        case 13 -> nominate();
        default -> throw new AssertionError();
      }
    }

    <T> T any(List<T> of) {
      return of.get(random.nextInt(of.size()));
    }

    PodBuilder random(String name, String uid) {
      PodBuilder pod =
          pod(name)
              .uid(uid)
              .priority(name.charAt(0) % 2)
              .nodeSelector("color", COLORS.get(name.charAt(0) % 2));
      if (random.nextBoolean()) {
        pod.label("tier", any(TIERS));
      }
      return random.nextBoolean() ? pod.label("color", any(COLORS)) : pod;
    }

    List<String> alive() {
      return NAMES.stream()
          .filter(name -> trial.state.snapshot().pod("default/" + name) != null)
          .toList();
    }

    void come() {
      String name = any(NAMES);
      if (!alive().contains(name)) {
        if (random.nextInt(4) == 0) {
          shut.add(name);
        }
        trial.add(random(name, "uid-" + uids++));
        plain.add(trial.info(name).pod());
        log("comes", name);
      }
    }

    void go() {
      if (!alive().isEmpty()) {
        String name = any(alive());
        trial.delete(name);
        plain.delete(name);
        flying.remove(name);
        nominated.remove(name);
        log("goes", name);
      }
    }

    void change() {
      if (!alive().isEmpty()) {
        String name = any(alive());
        shut.remove(name);
        Pod before = trial.info(name).pod();
        trial.update(random(name, before.meta().uid()));
        Pod after = trial.info(name).pod();
        boolean labels = !before.meta().labels().equals(after.meta().labels());
        plain.update(after, Event.helping((_, plugin) -> labels && plugin.equals("gate")));
        log("changes", name);
      }
    }

    void pop() {
      PendingPod pod = trial.queue.pop();
      PlainQueue.Entry expected = plain.pop();
      if (pod == null || expected == null) {
        log("popped", "nothing");
        assertThat(pod == null && expected == null).as(this::story).isTrue();
        return;
      }
      String name = pod.pod().pod().name();
      log("popped", name);
      assertThat(name).as(this::story).isEqualTo(expected.pod.name());
      assertThat(pod.attempts()).as(this::story).isEqualTo(expected.attempts);
      flying.put(name, pod);
    }

    void land() {
      if (flying.isEmpty()) {
        return;
      }
      String name = any(List.copyOf(flying.keySet()));
      PendingPod pod = Objects.requireNonNull(flying.remove(name));
      Rejectors by =
          switch (random.nextInt(9)) {
            case 0 -> Rejectors.NONE;
            case 1 -> Rejectors.of(Set.of("shy"), Set.of("color"));
            case 2 -> Rejectors.of("color");
            case 3 -> Rejectors.of("color", "shy");
            default -> Rejectors.of("shy");
          };
      if (random.nextInt(8) == 0) {
        trial.queue.done(pod);
        plain.done(name);
        trial.delete(name);
        nominated.remove(name);
        log("bound", name);
      } else {
        trial.queue.requeue(pod, trial.info(name), by);
        plain.requeue(trial.info(name).pod(), by);
        log("back by " + by, name);
      }
    }

    void happen() {
      int what = random.nextInt(4);
      if (what == 3) {
        String name = any(NAMES);
        if (!shut.remove(name)) {
          shut.add(name);
        }
        log("shut " + shut.contains(name), name);
      } else if (what == 0) {
        String color = any(COLORS);
        trial.remove(node("n").label("color", color).build());
        trial.apply(node("n").label("color", color));
        plain.happened(
            Event.helping((pod, plugin) ->
                plugin.equals("gate")
                    || (plugin.equals("color")
                        && color.equals(COLORS.get(pod.name().charAt(0) % 2)))),
            true);
        log("new node", color);
      } else if (what == 1 || shy.isEmpty()) {
        String name = "shy-" + random.nextInt(4);
        if (!shy.containsKey(name)) {
          PodBuilder pod =
              random.nextBoolean()
                  ? pod(name).awayFrom("tier", any(TIERS)).on("n")
                  : pod(name).awayFrom("color", any(COLORS)).on("n");
          shy.put(name, pod);
          trial.apply(pod);
          meets(new ObjectChange(null, pod.build()));
          log("shy", name);
        }
      } else {
        Pod gone = Objects.requireNonNull(shy.pollFirstEntry()).getValue().build();
        trial.remove(gone);
        meets(new ObjectChange(gone, null));
        log("no longer", gone.name());
      }
    }

    void meets(ObjectChange change) {
      plain.happened(
          Event.helping((pod, plugin) -> plugin.equals("shy") && isMeant(pod, change)), false);
    }

    void activate() {
      if (!alive().isEmpty()) {
        String name = any(alive());
        trial.queue.activate(trial.info(name).pod());
        plain.activate(name);
        log("activated", name);
      }
    }

    void pass() {
      trial.pass(
          random.nextInt(6) == 0
              ? Duration.ofSeconds(random.nextInt(400))
              : Duration.ofMillis(random.nextInt(3000)));
      trial.queue.flush();
      plain.passTo(trial.now, Duration.ofMinutes(5));
      log("time passes", trial.now.toString());
    }

    void nominate() {
      if (!alive().isEmpty()) {
        String name = any(alive());
        String to = any(List.of("", "n", "m"));
        trial.queue.nominations().nominate(trial.info(name), to);
        nominated.put(name, to);
        log("nominated to " + to, name);
      }
    }

    void log(String what, Object whom) {
      log.add(what + " " + whom);
    }

    String story() {
      return "seed " + seed + ": " + log.subList(Math.max(0, log.size() - 40), log.size());
    }

    void compare() {
      var pools = new TreeMap<String, String>();
      for (PendingPod pod : trial.queue.waiting()) {
        pools.put(pod.pod().pod().name(), pod.pool() + " " + pod.rejectors());
      }
      var expected = new TreeMap<String, String>();
      plain.pods.forEach((name, entry) -> expected.put(name, entry.pool + " " + entry.rejectors));
      assertThat(pools).as(this::story).isEqualTo(expected);
      assertThat(trial.queue.inFlight())
          .as(this::story)
          .containsExactlyInAnyOrderElementsOf(flying.values());

      var known = new TreeSet<>(pools.keySet());
      known.addAll(flying.keySet());
      assertThat(known).as(this::story).containsExactlyElementsOf(alive());
      var sizes = trial.queue.sizes();
      assertThat(sizes.active() + sizes.backoff() + sizes.unschedulable() + sizes.gated())
          .as(this::story)
          .isEqualTo(pools.size());

      for (String node : List.of("n", "m")) {
        assertThat(trial.queue.nominations().on(node))
            .as(this::story)
            .extracting(info -> info.pod().name())
            .containsExactlyInAnyOrderElementsOf(
                nominated.keySet().stream()
                    .filter(name -> node.equals(nominated.get(name)))
                    .toList());
        assertThat(trial.queue.nominations().on(node))
            .as(this::story)
            .allSatisfy(info -> assertThat(trial.queue.nominations().nodeOf(info)).isEqualTo(node));
      }
    }
  }

  /**
   * A scheduler that looks at the cluster when it takes a pod and answers later: whatever happens
   * in between, in the end no pod waits that could be scheduled.
   */
  @Test
  void helpIsNeverMissed() {
    for (int seed = 0; seed < RUNS; seed++) {
      var random = new SplittableRandom(seed);
      var trial =
          new QueueTrial(
              Waiting.forNewNodes("color", (pod, change, _) -> Run.fitsColor(pod.pod(), change)));
      var colors = List.of("red", "blue", "green", "gold");
      var present = new HashSet<String>();
      record Try(PendingPod pod, boolean fits) {}
      var tries = new ArrayList<Try>();
      for (int step = 0; step < 150; step++) {
        String color = colors.get(random.nextInt(colors.size()));
        switch (random.nextInt(6)) {
          case 0 -> trial.add(pod("p" + step).nodeSelector("color", color));
          case 1 -> {
            if (random.nextInt(4) == 0 && present.add(color)) {
              trial.apply(node(color).label("color", color));
            }
          }
          case 2 -> {
            if (random.nextInt(3) == 0 && present.remove(color)) {
              trial.remove(node(color).label("color", color).build());
            }
          }
          case 3 -> {
            PendingPod pod = trial.queue.pop();
            if (pod != null) {
              tries.add(new Try(pod, present.contains(color(pod.pod()))));
            }
          }
          case 4 -> {
            if (!tries.isEmpty()) {
              Try one = tries.remove(random.nextInt(tries.size()));
              finish(trial, one.pod, one.fits);
            }
          }
          default -> trial.passAttentively(Duration.ofMillis(random.nextInt(2000)));
        }
      }
      tries.forEach(one -> finish(trial, one.pod, one.fits));
      settle(trial, present);

      assertThat(trial.queue.waiting())
          .as("seed " + seed)
          .allSatisfy(pod -> assertThat(present).doesNotContain(color(pod.pod())));
    }
  }

  private static String color(PodInfo pod) {
    return Objects.requireNonNull(
        Objects.requireNonNull(pod.pod().spec().nodeSelector()).get("color"));
  }

  private static void finish(QueueTrial trial, PendingPod pod, boolean fits) {
    if (fits) {
      trial.queue.done(pod);
    } else {
      trial.reject(pod, "color");
    }
  }

  /** Tries pods until there is nothing more to try, and counts the tries. */
  private static int settle(QueueTrial trial, Set<String> present) {
    int tries = 0;
    for (PendingPod pod = trial.queue.pop(); pod != null; pod = trial.queue.pop()) {
      finish(trial, pod, present.contains(color(pod.pod())));
      tries++;
      assertThat(tries).as("it comes to an end").isLessThan(10_000);
    }
    return tries;
  }

  /** What cannot be helped is tried once and then only when its time is up. */
  @Test
  void podsAreNotTriedForNothing() {
    for (int seed = 0; seed < RUNS; seed++) {
      var random = new SplittableRandom(seed);
      var trial =
          new QueueTrial(
              Waiting.forNewNodes("color", (pod, change, _) -> Run.fitsColor(pod.pod(), change)));
      int pods = 1 + random.nextInt(20);
      for (int i = 0; i < pods; i++) {
        trial.add(pod("p" + i).nodeSelector("color", "red"));
      }
      int tries = settle(trial, Set.of());
      for (int i = 0; i < 50; i++) {
        trial.passAttentively(Duration.ofMillis(random.nextInt(5000)));
        trial.apply(node("n" + i).label("color", "blue"));
        tries += settle(trial, Set.of());
      }
      assertThat(tries).as("seed " + seed).isEqualTo(pods);

      trial.passAttentively(Duration.ofMinutes(5));
      assertThat(settle(trial, Set.of())).as("seed " + seed).isEqualTo(pods);
    }
  }
}
