package io.merapi.kube.framework;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterAction;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.EnqueueExtensions;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.QueueingHint;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.framework.TestPlugins.Filter;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class QueueingHintsTest {

  private static final QueueingHint HINT = (_, _, _) -> false;

  private final ProfileFixture fixture = new ProfileFixture();

  private QueueingHints hints(EnqueueExtensions.Registration... registrations) {
    return fixture.profile(new Waiting("waits", List.of(registrations))).queueingHints();
  }

  private static EnqueueExtensions.Registration nodes(ClusterAction... actions) {
    return EnqueueExtensions.Registration.of(ObjectKind.NODE, Set.of(actions), HINT);
  }

  @Test
  void pluginIsAskedAboutTheChangesThatItNames() {
    QueueingHints hints = hints(nodes(ClusterAction.UPDATE_NODE_LABEL));

    assertThat(hints.of("waits", ObjectKind.NODE, ClusterAction.UPDATE_NODE_LABEL))
        .containsExactly(HINT);
    assertThat(hints.of("waits", ObjectKind.NODE, ClusterAction.ADD)).isEmpty();
    assertThat(hints.of("waits", ObjectKind.POD, ClusterAction.UPDATE_POD_LABEL)).isEmpty();
  }

  @Test
  void pluginThatNamesAllChangesOfAKindIsAskedAboutEach() {
    QueueingHints hints =
        hints(EnqueueExtensions.Registration.of(ObjectKind.POD, ClusterAction.UPDATE, HINT));

    assertThat(hints.of("waits", ObjectKind.POD, ClusterAction.UPDATE_OBJECT))
        .containsExactly(HINT);
    assertThat(hints.of("waits", ObjectKind.POD, ClusterAction.UPDATE_POD_LABEL))
        .containsExactly(HINT);
    assertThat(hints.of("waits", ObjectKind.POD, ClusterAction.DELETE)).isEmpty();
  }

  @Test
  void pluginThatNamesNoChangesWaitsForNone() {
    assertThat(hints().of("waits", ObjectKind.NODE, ClusterAction.ADD)).isEmpty();
  }

  @Test
  void everyChangeMayHelpAPluginThatDoesNotSay() {
    QueueingHints hints = fixture.profile(Filter.accepting("plain")).queueingHints();

    assertThat(hints.of("plain", ObjectKind.NAMESPACE, ClusterAction.UPDATE_OBJECT))
        .containsExactly(QueueingHint.ALWAYS);
  }

  @Test
  void everyChangeMayHelpWhatIsNoPlugin() {
    assertThat(hints().of("an extender", ObjectKind.POD, ClusterAction.DELETE))
        .containsExactly(QueueingHint.ALWAYS);
  }

  /** As upstream has it. */
  @Test
  void pluginThatWaitsForNewNodesAlsoWaitsForChangesOfTaints() {
    QueueingHints hints = hints(nodes(ClusterAction.ADD));

    assertThat(hints.of("waits", ObjectKind.NODE, ClusterAction.UPDATE_NODE_TAINT))
        .containsExactly(QueueingHint.ALWAYS);
  }

  @Test
  void unlessItNamesChangesOfTaintsItself() {
    QueueingHints hints = hints(nodes(ClusterAction.ADD), nodes(ClusterAction.UPDATE_NODE_TAINT));

    assertThat(hints.of("waits", ObjectKind.NODE, ClusterAction.UPDATE_NODE_TAINT))
        .containsExactly(HINT);
  }

  private record Waiting(String name, List<Registration> eventsToRegister)
      implements FilterPlugin, EnqueueExtensions {

    @Override
    public Verdict filter(CycleState state, PodInfo pod, NodeInfo node) {
      return Verdict.success();
    }
  }
}
