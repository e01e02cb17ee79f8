package io.merapi.batch.plugins;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.session.extension.BatchPlugin;
import io.merapi.batch.plugins.extender.TestServer;
import io.merapi.batch.session.PluginFactory;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import io.merapi.batch.tier.ExtensionPoint;
import io.merapi.batch.tier.OtherArgs;
import io.merapi.batch.tier.PluginOption;
import io.merapi.kube.framework.SchedulerParts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BatchPluginsTest {

  private final PluginFactory factory =
      BatchPlugins.IN_TREE.factory(SchedulerParts.forQuestions(), new TestServer());

  static Iterable<InTreePlugin<?>> plugins() {
    return InTreePlugins.ALL;
  }

  @ParameterizedTest
  @MethodSource("plugins")
  void aPluginTakesPartInWhatItsSpecSaysAndIsCalledByItsName(InTreePlugin<?> spec) {
    BatchPlugin plugin = make(spec.byDefault());
    Set<ExtensionPoint> implemented =
        Arrays.stream(ExtensionPoint.values())
            .filter(point -> point.type().isInstance(plugin))
            .collect(Collectors.toSet());
    assertThat(implemented).isEqualTo(spec.points());
    assertThat(plugin.name()).isEqualTo(spec.name());
  }

  /** Makes a plugin while a session opens, as some can only be made then. */
  private BatchPlugin make(PluginOption option) {
    var made = new ArrayList<BatchPlugin>();
    new World()
        .tier(session -> {
          made.add(Objects.requireNonNull(factory.make(option, (SchedulingSession) session)));
          return made.getFirst();
        })
        .open();
    assertThat(made).hasSize(1);
    return made.getFirst();
  }

  @Test
  void aNameThatIsNotKnownMakesNothing() {
    var unknown = new PluginOption("no-such-plugin", Set.of(), OtherArgs.NONE);
    assertThat(factory.make(unknown, new World().open())).isNull();
  }
}
