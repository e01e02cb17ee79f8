package io.merapi.batch.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.session.extension.BatchPlugin;
import io.merapi.batch.configuration.InTreePlugins;
import io.merapi.batch.configuration.OtherArgs;
import io.merapi.batch.configuration.PluginSpec;
import io.merapi.batch.plugins.extender.TestServer;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import io.merapi.batch.tier.ExtensionPoint;
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

class InTreeFactoryTest {

  private final InTreeFactory factory =
      new InTreeFactory(SchedulerParts.forQuestions(), new TestServer());

  static Iterable<PluginSpec<?>> plugins() {
    return InTreePlugins.ALL;
  }

  @ParameterizedTest
  @MethodSource("plugins")
  void aPluginTakesPartInWhatItsSpecSaysAndIsCalledByItsName(PluginSpec<?> spec) {
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
