package io.merapi.api.selector;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.meta.Labels;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompiledSelectorTest {

  private static final Labels LABELS = Labels.of("app", "web", "tier", "", "cores", "8");

  @Test
  void anAbsentSelectorMatchesNothingAndAnEmptyOneEverything() {
    assertThat(CompiledSelector.of((LabelSelector) null).matches(Labels.EMPTY)).isFalse();
    assertThat(CompiledSelector.of((LabelSelector) null).isNothing()).isTrue();
    CompiledSelector empty = CompiledSelector.of(new LabelSelector(Labels.EMPTY, List.of()));
    assertThat(empty.matches(Labels.EMPTY)).isTrue();
    assertThat(empty.matches(LABELS)).isTrue();
    assertThat(empty.isEverything()).isTrue();
  }

  @ParameterizedTest(name = "{0} {1} {2}: {3}")
  @CsvSource(
      nullValues = "-",
      value = {
        "app, In, web;db, true",
        "app, In, db, false",
        "gone, In, web, false",
        "app, NotIn, web, false",
        "app, NotIn, db, true",
        "gone, NotIn, web, true",
        "tier, Exists, -, true",
        "gone, Exists, -, false",
        "app, DoesNotExist, -, false",
        "gone, DoesNotExist, -, true"
      })
  void matchesByOperator(String key, String operator, @Nullable String values, boolean expected) {
    List<String> list = values == null ? List.of() : List.of(values.split(";", -1));
    CompiledSelector selector =
        CompiledSelector.of(
            new LabelSelector(Labels.EMPTY, List.of(new SelectorRequirement(key, operator, list))));
    assertThat(selector.error()).isNull();
    assertThat(selector.matches(LABELS)).isEqualTo(expected);
  }

  @ParameterizedTest(name = "cores {0} {1}: {2}")
  @CsvSource({
    "GREATER_THAN, 7, true",
    "GREATER_THAN, 8, false",
    "LESS_THAN, 9, true",
    "LESS_THAN, 8, false",
    "EQUALS, 8, true",
    "DOUBLE_EQUALS, 8, true",
    "NOT_EQUALS, 8, false",
    "NOT_EQUALS, 9, true"
  })
  void knowsTheOperatorsOfTheLabelsPackage(Operator operator, String value, boolean expected) {
    CompiledSelector selector = CompiledSelector.of("cores", operator, List.of(value));
    assertThat(selector.matches(LABELS)).isEqualTo(expected);
  }

  @ParameterizedTest(name = "<{0}> greater than 5: {1}")
  @CsvSource(
      emptyValue = "",
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "6,true",
        "+6,true",
        "006,true",
        "5,false",
        "-6,false",
        "'',false",
        "+,false",
        "6.0,false",
        " 6,false",
        "6_0,false",
        "0x6,false",
        "٦,false",
        "9223372036854775807,true",
        "9223372036854775808,false",
        "99999999999999999999,false",
        "-9223372036854775808,false"
      })
  void comparesOnlyWhatGoReadsAsAnInteger(String value, boolean expected) {
    CompiledSelector selector = CompiledSelector.of("n", Operator.GREATER_THAN, List.of("5"));
    assertThat(selector.matches(Labels.of("n", value))).isEqualTo(expected);
  }

  @Test
  void comparesAtTheEndsOfTheRange() {
    Labels least = Labels.of("n", "-9223372036854775808");
    assertThat(CompiledSelector.of("n", Operator.LESS_THAN, List.of("0")).matches(least)).isTrue();
    assertThat(CompiledSelector.of("n", Operator.GREATER_THAN, List.of("0")).matches(least))
        .isFalse();
  }

  @Test
  void findsOneOfManyValues() {
    List<String> many = IntStream.range(0, 500).mapToObj(i -> "v" + i).toList();
    CompiledSelector in = CompiledSelector.of("k", Operator.IN, many);
    CompiledSelector notIn = CompiledSelector.of("k", Operator.NOT_IN, many);
    assertThat(in.matches(Labels.of("k", "v499"))).isTrue();
    assertThat(in.matches(Labels.of("k", "v500"))).isFalse();
    assertThat(notIn.matches(Labels.of("k", "v499"))).isFalse();
    assertThat(notIn.matches(Labels.of("k", "v500"))).isTrue();
  }

  @ParameterizedTest(name = "{0} {1} {2}")
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "app | In | - | values: Invalid value: null: for 'in', 'notin' operators, values set can't"
            + " be empty",
        "app | Exists | a;b | values: Invalid value: [\"a\",\"b\"]: values set must be empty for"
            + " exists and does not exist",
        "app | Near | a | \"Near\" is not a valid label selector operator",
        "app | Gt | 1 | \"Gt\" is not a valid label selector operator",
        "bad key | Exists | - | key: Invalid value: \"bad key\": name part must consist of"
            + " alphanumeric characters, '-', '_' or '.', and must start and end with an"
            + " alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for"
            + " validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
        "app | In | bad! | values[0][app]: Invalid value: \"bad!\": a valid label must be an empty"
            + " string or consist of alphanumeric characters, '-', '_' or '.', and must start and"
            + " end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345',"
            + " regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"
      })
  void saysInUpstreamsWordsWhyItCannotCompile(
      String key, String operator, @Nullable String values, String error) {
    List<String> list = values == null ? List.of() : List.of(values.split(";", -1));
    CompiledSelector selector =
        CompiledSelector.of(
            new LabelSelector(Labels.EMPTY, List.of(new SelectorRequirement(key, operator, list))));
    assertThat(selector.error()).isEqualTo(error);
    assertThat(selector.matches(LABELS)).isFalse();
    assertThat(selector.isNothing()).isTrue();
  }

  @Test
  void checksMatchLabelsButTakesANodeSelectorAsItIs() {
    Labels odd = Labels.of("app", "not valid!");
    assertThat(CompiledSelector.of(new LabelSelector(odd, List.of())).error())
        .startsWith("values[0][app]: Invalid value: \"not valid!\"");
    assertThat(CompiledSelector.ofLabels(odd).matches(odd)).isTrue();
  }

  @Test
  void joinsConditionsAndStaysNothingOnceItIs() {
    CompiledSelector app = CompiledSelector.of("app", Operator.IN, List.of("web"));
    CompiledSelector gone = CompiledSelector.of("gone", Operator.EXISTS, List.of());
    assertThat(app.and(CompiledSelector.EVERYTHING).matches(LABELS)).isTrue();
    assertThat(app.and(gone).matches(LABELS)).isFalse();
    assertThat(CompiledSelector.NOTHING.and(app).isNothing()).isTrue();
    assertThat(app.and(CompiledSelector.of("a", Operator.IN, List.of())).error()).isNotNull();
  }

  @Test
  void printsSortedAsUpstreamDoes() {
    CompiledSelector selector =
        CompiledSelector.of(
            new LabelSelector(
                Labels.of("z", "1"),
                List.of(
                    new SelectorRequirement("b", "NotIn", List.of("y", "x")),
                    new SelectorRequirement("a", "DoesNotExist", List.of()),
                    new SelectorRequirement("c", "Exists", List.of()))));
    assertThat(selector).hasToString("!a,b notin (x,y),c,z=1");
    assertThat(selector.onlyValue("z")).isEqualTo("1");
    assertThat(selector.onlyValue("b")).isNull();
  }
}
