package io.merapi.batch.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.session.extension.BatchPlugin;
import io.merapi.batch.configuration.InTreePlugins;
import io.merapi.batch.configuration.OtherArgs;
import io.merapi.batch.configuration.PluginSpec;
import io.merapi.batch.session.World;
import io.merapi.batch.tier.ExtensionPoint;
import io.merapi.batch.tier.PluginOption;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class InTreeFactoryTest {

  private final InTreeFactory factory = new InTreeFactory();

  static Iterable<PluginSpec<?>> plugins() {
    return InTreePlugins.ALL;
  }

  @ParameterizedTest
  @MethodSource("plugins")
  void aPluginTakesPartInWhatItsSpecSaysAndIsCalledByItsName(PluginSpec<?> spec) {
    BatchPlugin plugin = factory.make(spec.byDefault(), new World().open());
    if (plugin != null) {
      Set<ExtensionPoint> implemented =
          Arrays.stream(ExtensionPoint.values())
              .filter(point -> point.type().isInstance(plugin))
              .collect(Collectors.toSet());
      assertThat(implemented).isEqualTo(spec.points());
      assertThat(plugin.name()).isEqualTo(spec.name());
    }
  }

  @Test
  void aNameThatIsNotKnownMakesNothing() {
    var unknown = new PluginOption("no-such-plugin", Set.of(), OtherArgs.NONE);
    assertThat(factory.make(unknown, new World().open())).isNull();
  }
}
