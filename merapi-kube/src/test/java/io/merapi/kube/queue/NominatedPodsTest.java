package io.merapi.kube.queue;

import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.pod.PodInfo;
import io.merapi.kube.queue.QueueTrial.Gate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NominatedPodsTest {

  private final Set<String> shut = new HashSet<>();
  private final QueueTrial trial =
      new QueueTrial(new Gate("gate", pod -> shut.contains(pod.name())));
  private final NominatedPods nominations = trial.queue.nominations();

  private List<String> nodes() {
    var nodes = new ArrayList<String>();
    nominations.byNode().forEach((node, _) -> nodes.add(node));
    return nodes;
  }

  @Test
  void podThatComesIsNominatedAsItSays() {
    trial.add(pod("a").nominatedTo("n")).add(pod("b"));

    assertThat(nodes()).containsExactly("n");
    assertThat(nominations.on("n")).extracting(PodInfo::key).containsExactly("default/a");
    assertThat(nominations.on("other")).isEmpty();
  }

  @Test
  void gatedPodIsNotNominated() {
    shut.add("a");
    trial.add(pod("a").nominatedTo("n"));

    assertThat(nodes()).isEmpty();
  }

  @Test
  void schedulerNominatesBeforeTheClusterSaysSo() {
    trial.add(pod("a"));
    nominations.nominate(trial.info("a"), "n");
    trial.update(pod("a").annotation("note", "x"));

    assertThat(nominations.on("n"))
        .extracting(pod -> pod.pod().meta().annotations().get("note"))
        .containsExactly("x");
  }

  @Test
  void clusterHasTheLastWord() {
    trial.add(pod("a"));
    nominations.nominate(trial.info("a"), "n");
    trial.update(pod("a").nominatedTo("m"));
    assertThat(nodes()).containsExactly("m");

    trial.update(pod("a"));
    assertThat(nodes()).isEmpty();
  }

  @Test
  void podIsNominatedToOneNodeOnly() {
    trial.add(pod("a"));
    nominations.nominate(trial.info("a"), "n");
    nominations.nominate(trial.info("a"), "m");

    assertThat(nodes()).containsExactly("m");
    assertThat(nominations.nodeOf(trial.info("a"))).isEqualTo("m");
  }

  @Test
  void nominationCanBeTakenBack() {
    trial.add(pod("a").nominatedTo("n")).add(pod("b").nominatedTo("n"));
    nominations.clear(trial.info("a").pod());
    assertThat(nominations.on("n")).extracting(PodInfo::key).containsExactly("default/b");

    nominations.nominate(trial.info("b"), "");
    assertThat(nodes()).isEmpty();
  }

  @Test
  void podThatIsGoneIsNotNominated() {
    trial.add(pod("a").nominatedTo("n"));
    PodInfo gone = trial.info("a");
    trial.delete("a");
    assertThat(nodes()).isEmpty();

    nominations.nominate(gone, "n");
    assertThat(nodes()).isEmpty();
  }

  @Test
  void podThatHasANodeIsNotNominated() {
    trial.add(pod("a"));
    PodInfo waiting = trial.info("a");
    trial.apply(pod("a").on("m"));
    nominations.nominate(waiting, "n");

    assertThat(nodes()).isEmpty();
  }

  @Test
  void nominationOutlivesAnAttempt() {
    trial.add(pod("a").nominatedTo("n"));
    PendingPod flying = trial.pop();
    assertThat(nodes()).containsExactly("n");
    trial.reject(flying, "gate");

    assertThat(nodes()).containsExactly("n");
  }
}
