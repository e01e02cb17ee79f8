package io.merapi.kube.cel;

import static io.merapi.testkit.DeviceBuilder.device;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.merapi.api.device.DeviceAttribute;
import io.merapi.api.feature.FeatureGate;
import io.merapi.api.feature.FeatureGates;
import io.merapi.testkit.DeviceBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceExpressionTest {

  private static final DeviceBuilder GPU =
      device("gpu-0")
          .attribute("model", "a100")
          .attribute("index", 4)
          .attribute("healthy", new DeviceAttribute.BoolValue(true))
          .attribute("firmware", new DeviceAttribute.VersionValue("1.6.0"))
          .attribute("numa.example.com/node", 1)
          .capacity("memory", "40Gi");

  private final DeviceExpressions expressions = new DeviceExpressions(FeatureGates.DEFAULTS);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "true",
        "device.driver == 'gpu.example.com'",
        "device.attributes['gpu.example.com'].model == 'a100'",
        "device.attributes['gpu.example.com'].model in ['t4', 'a100']",
        "device.attributes['gpu.example.com'].index % 2 == 0",
        "device.attributes['gpu.example.com'].index == 4.0",
        "device.attributes['gpu.example.com'].healthy",
        "device.attributes['gpu.example.com'].firmware.isGreaterThan(semver('1.5.0'))",
        "device.attributes['numa.example.com'].node == 1",
        "device.capacity['gpu.example.com'].memory.compareTo(quantity('10Gi')) > 0",
        "device.capacity['gpu.example.com'].memory == quantity('40960Mi')",
        "!device.allowMultipleAllocations",
        "cel.bind(gpu, device.attributes['gpu.example.com'], gpu.healthy && gpu.index > 3)",
        "device.attributes['gpu.example.com'][?'color'].orValue('grey') == 'grey'",
        "device.attributes.exists(domain, domain.startsWith('numa'))",
      })
  void matches(String expression) throws ExpressionException {
    assertThat(ask(expression)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "false",
        "device.driver == 'nic.example.com'",
        "has(device.attributes['gpu.example.com'].color)",
        "'color' in device.attributes['gpu.example.com']",
        "has(device.attributes['unknown.example.com'].anything)",
        "device.capacity['gpu.example.com'].memory.isLessThan(quantity('1Gi'))",
      })
  void doesNotMatch(String expression) throws ExpressionException {
    assertThat(ask(expression)).isFalse();
  }

  @Test
  void everyDomainCanBeLookedUpButOnlyThoseThatADeviceHasAreIn() throws ExpressionException {
    assertThat(ask("size(device.attributes['unknown.example.com']) == 0")).isTrue();
    assertThat(ask("'unknown.example.com' in device.attributes")).isFalse();
    assertThat(ask("'gpu.example.com' in device.attributes")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "isQuantity('1Gi') && !isQuantity('one')",
        "quantity('1').add(quantity('1')).sub(1) == quantity('1')",
        "quantity('1k').isInteger() && quantity('1k').asInteger() == 1000 && sign(quantity('-1'))"
            + " == -1",
        "!quantity('1500m').isInteger() && quantity('1500m').asApproximateFloat() == 1.5",
        "isSemver('1.2.3') && !isSemver('v1.2') && isSemver('v1.2', true)",
        "semver('v1.2', true).minor() == 2 && semver('1.2.3').patch() == 3",
        "'gpu-17'.find('[0-9]+') == '17' && 'abab'.findAll('a').size() == 2",
        "'abab'.findAll('a', 1) == ['a']",
        "[1, 2, 3].sum() == 6 && [1.5, 2.5].max() == 2.5 && ['b', 'a'].min() == 'a'",
        "[1, 2].isSorted() && [1, 2, 1].lastIndexOf(1) == 2 && 'abc'.indexOf('b') == 1",
        "sets.contains([1, 2], [1]) && lists.range(2) == [0, 1]",
        "'a,b'.split(',').join('-').upperAscii() == 'A-B'",
        "ip('10.0.0.1').family() == 4 && cidr('10.0.0.0/8').containsIP('10.1.2.3')",
        "url('https://example.com:80/a?b=c').getPort() == '80'",
        "[1, 2].exists(index, value, index == 1 && value == 2)",
        "duration('1h') > duration('59m')",
      })
  void knowsTheFunctionsThatKubernetesAdds(String expression) throws ExpressionException {
    assertThat(ask(expression)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "device.attributes[",
        "gadget.driver == 'x'",
        "device.nope",
        "device.driver == 1",
        "'text'",
        "[1, 'a'].size() == 2",
        "'x'.matches('(')",
        "duration('soon') == duration('1s')",
        "device.attributes['gpu.example.com'].model.exists(x, true)",
      })
  void saysWhyItDoesNotCompile(String expression) {
    assertThat(expressions.compile(expression).compileError()).isNotBlank();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "device.attributes['gpu.example.com'].color == 'red'",
        "device.attributes['unknown.example.com'].x == 1",
        "device.attributes['gpu.example.com'].index",
        "quantity('many') == quantity('1')",
        "1 / 0 == 1",
      })
  void hasNoAnswerWhereEvaluationFails(String expression) {
    assertThat(expressions.compile(expression).compileError()).isNull();
    assertThatThrownBy(() -> ask(expression)).isInstanceOf(ExpressionException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lists.range(1000).all(x, lists.range(1000).all(y, x + y >= 0))",
        "true || lists.range(1000).all(x, lists.range(1000).all(y, x + y >= 0))",
        "cel.bind(a, 'xxxxxxxxxxxxxxxxxxxx', cel.bind(b, a+a+a+a+a+a+a+a+a+a,"
            + " cel.bind(c, b+b+b+b+b+b+b+b+b+b, cel.bind(d, c+c+c+c+c+c+c+c+c+c,"
            + " cel.bind(e, d+d+d+d+d+d+d+d+d+d, cel.bind(f, e+e+e+e+e+e+e+e+e+e,"
            + " f.size() > 0))))))",
      })
  void isCutOffWhereItCostsTooMuch(String expression) throws ExpressionException {
    if (expression.startsWith("true")) {
      assertThat(ask(expression)).as("what need not be evaluated costs nothing").isTrue();
    } else {
      assertThatThrownBy(() -> ask(expression))
          .isInstanceOf(ExpressionException.class)
          .hasMessageContaining("cost limit exceeded");
    }
  }

  @Test
  void aCostThatIsTooHighCannotBePassedOver() {
    assertThatThrownBy(
            () -> ask("lists.range(1000).all(x, lists.range(1000).all(y, x >= 0)) || true"))
        .hasMessageContaining("cost limit exceeded");
  }

  @Test
  void aDeviceWithAnAttributeThatCannotBeReadHasNoAnswerToAnything() {
    DeviceBuilder odd = device("odd").attribute("a", new DeviceAttribute.Unset());
    DeviceBuilder badVersion = device("bad").attribute("a", new DeviceAttribute.VersionValue("1"));

    assertThatThrownBy(() -> ask("true", odd))
        .hasMessage("attribute a: unsupported attribute value");
    assertThatThrownBy(() -> ask("true", badVersion))
        .hasMessageStartingWith("attribute a: parse semantic version: ");
  }

  @Test
  void listsAreAttributesOnlyBehindTheirGate() throws ExpressionException {
    DeviceBuilder device =
        device("d").attribute("ports", new DeviceAttribute.IntValues(List.of(1L, 2L)));
    String expression = "device.attributes['gpu.example.com'].ports.includes(2)";
    FeatureGates gates =
        FeatureGates.of(Map.of(FeatureGate.DRA_LIST_TYPE_ATTRIBUTES.key(), true)).gates();

    assertThat(expressions.compile(expression).compileError()).isNotNull();
    assertThatThrownBy(() -> ask("true", device))
        .hasMessage("attribute ports: unsupported attribute value");
    assertThat(
            new DeviceExpressions(gates)
                .compile(expression)
                .matches(DeviceInput.of("gpu.example.com", device.build(), true)))
        .isTrue();
  }

  @Test
  void theSameTextIsCompiledOnce() {
    assertThat(expressions.compile("device.driver == 'a'"))
        .isSameAs(expressions.compile("device.driver == 'a'"));
  }

  @Test
  void forgetsExpressionsThatWereNotUsedForLong() {
    DeviceExpression first = expressions.compile("1 == 0");
    for (int i = 1; i <= 300; i++) {
      expressions.compile("1 == " + i);
    }

    assertThat(expressions.compile("1 == 0")).isNotSameAs(first);
  }

  private boolean ask(String expression) throws ExpressionException {
    return ask(expression, GPU);
  }

  private boolean ask(String expression, DeviceBuilder device) throws ExpressionException {
    return expressions
        .compile(expression)
        .matches(DeviceInput.of("gpu.example.com", device.build(), false));
  }
}
