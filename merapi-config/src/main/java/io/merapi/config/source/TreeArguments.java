package io.merapi.config.source;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.plugin.Argument;
import io.merapi.api.plugin.Arguments;
import io.merapi.api.plugin.PluginSpec;
import io.merapi.api.plugin.ProblemKind;
import io.merapi.api.resource.Quantity;
import io.merapi.config.source.Problem.Severity;
import io.merapi.config.source.ScalarRules.Nulls;
import io.merapi.config.source.SourceNode.Mapping;
import io.merapi.config.source.SourceNode.Scalar;
import io.merapi.config.source.SourceNode.Sequence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The arguments of a plugin, or any object of a configuration file, read from its tree. */
public final class TreeArguments implements Arguments {

  private final Mapping mapping;
  private final String path;
  private final ScalarRules rules;
  private final Severity severity;

  /** The severity of what upstream does not even look at, such as a key that nothing reads. */
  private final Severity ignored;

  private final Problems problems;
  private final Set<String> known;
  private final List<TreeArguments> nested;

  /**
   * @param path of the object inside its file
   * @param severity what upstream does about a value that it cannot use
   */
  public TreeArguments(
      Mapping mapping, String path, ScalarRules rules, Severity severity, Problems problems) {
    this.mapping = mapping;
    this.path = path;
    this.rules = rules;
    this.severity = severity;
    this.ignored = severity;
    this.problems = problems;
    this.known = new LinkedHashSet<>();
    this.nested = new ArrayList<>();
  }

  /** Another view of the same object. */
  private TreeArguments(TreeArguments whole, ScalarRules rules) {
    this.mapping = whole.mapping;
    this.path = whole.path;
    this.rules = rules;
    this.severity = Severity.REFUSED;
    this.ignored = whole.ignored;
    this.problems = whole.problems;
    this.known = whole.known;
    this.nested = whole.nested;
  }

  /** An object inside another, read alike. */
  private TreeArguments(TreeArguments outer, Mapping mapping, String path) {
    this.mapping = mapping;
    this.path = path;
    this.rules = outer.rules;
    this.severity = outer.severity;
    this.ignored = outer.ignored;
    this.problems = outer.problems;
    this.known = new LinkedHashSet<>();
    this.nested = new ArrayList<>();
  }

  @Override
  public Set<String> keys() {
    return mapping.keys();
  }

  @Override
  public boolean has(String key) {
    SourceNode value = value(key);
    return value != null && !isNull(value);
  }

  @Override
  public boolean isText(String key) {
    return value(key) instanceof Scalar scalar && scalar.type() == ScalarType.TEXT;
  }

  @Override
  public boolean isObject(String key) {
    return value(key) instanceof Mapping;
  }

  @Override
  public Argument<Long> integer(String key) {
    return argument(key, rules::integer, "a whole number");
  }

  @Override
  public Argument<Double> number(String key) {
    return argument(key, rules::number, "a number");
  }

  @Override
  public Argument<Boolean> flag(String key) {
    return argument(key, rules::flag, "true or false");
  }

  @Override
  public Argument<String> text(String key) {
    return argument(key, rules::text, "a string");
  }

  @Override
  public Argument<Duration> duration(String key) {
    return argument(key, rules::duration, "a duration such as 30s or 5m");
  }

  @Override
  public Argument<Quantity> quantity(String key) {
    return argument(key, rules::quantity, "a quantity such as 500m or 2Gi");
  }

  @Override
  public List<String> texts(String key) {
    var texts = new ArrayList<String>();
    List<SourceNode> items = items(key);
    for (int i = 0; i < items.size(); i++) {
      String text = isEmptyItem(items.get(i)) ? "" : rules.text(items.get(i));
      if (text == null) {
        wrongType(items.get(i), "%s[%d]".formatted(child(key), i), "a string");
      } else {
        texts.add(text);
      }
    }
    return texts;
  }

  @Override
  public int size(String key) {
    return value(key) instanceof Sequence list ? list.items().size() : 0;
  }

  @Override
  public Arguments object(String key) {
    SourceNode value = value(key);
    if (value instanceof Mapping object) {
      return nested(object, child(key));
    }
    if (value != null && !isZero(value)) {
      wrongType(value, child(key), "an object");
    }
    return nested(new Mapping(mapping.where(), List.of()), child(key));
  }

  @Override
  public List<Arguments> objects(String key) {
    var objects = new ArrayList<Arguments>();
    List<SourceNode> items = items(key);
    for (int i = 0; i < items.size(); i++) {
      String itemPath = "%s[%d]".formatted(child(key), i);
      if (items.get(i) instanceof Mapping object) {
        objects.add(nested(object, itemPath));
      } else if (isEmptyItem(items.get(i))) {
        objects.add(nested(new Mapping(items.get(i).where(), List.of()), itemPath));
      } else {
        wrongType(items.get(i), itemPath, "an object");
      }
    }
    return objects;
  }

  @Override
  public Arguments refusing() {
    return new TreeArguments(this, rules);
  }

  @Override
  public Arguments decoded() {
    return new TreeArguments(this, rules.decoded());
  }

  @Override
  public void report(String key, ProblemKind kind, String message) {
    problems.add(ignored, kind, where(key), child(key), message);
  }

  @Override
  public void refuse(String key, ProblemKind kind, String message) {
    problems.add(Severity.REFUSED, kind, where(key), child(key), message);
  }

  /**
   * Has a plugin read its arguments here, and reports keys that it does not know.
   *
   * @return null where the plugin fails over it, which is reported then
   */
  public <A extends Record> @Nullable A readBy(PluginSpec<A> plugin, FeatureGates gates) {
    A read = null;
    try {
      read = plugin.bind(this, gates);
      if (read == null) {
        report("", ProblemKind.INVALID, "are made nothing of by the plugin itself");
      }
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      report("", ProblemKind.INVALID, "cannot be read by the plugin itself, which threw " + e);
    }
    reportUnknownKeys();
    return read;
  }

  /** Reports every key, here and in nested objects, that no accessor has named. */
  public void reportUnknownKeys() {
    for (SourceNode.Entry entry : mapping.entries()) {
      if (!known.contains(entry.key())) {
        problems.add(
            new Problem(
                ignored,
                ProblemKind.UNKNOWN_KEY,
                entry.where(),
                child(entry.key()),
                "is a key that nothing reads",
                Spelling.advice(entry.key(), known, "keys")));
      }
    }
    nested.forEach(TreeArguments::reportUnknownKeys);
  }

  private <T> Argument<T> argument(
      String key, Function<SourceNode, @Nullable T> reader, String expected) {
    SourceNode node = value(key);
    if (node == null) {
      return new TreeArgument<>(null, true, child(key), mapping.where(), "");
    }
    T value = reader.apply(node);
    if (value == null) {
      wrongType(node, child(key), expected);
    }
    return new TreeArgument<>(value, false, child(key), node.where(), node.found());
  }

  private @Nullable SourceNode value(String key) {
    known.add(key);
    SourceNode value = mapping.get(key);
    boolean absent = value != null && isNull(value) && rules.nulls() == Nulls.ABSENT;
    return absent ? null : value;
  }

  private static boolean isNull(SourceNode value) {
    return value instanceof Scalar scalar && scalar.isNull();
  }

  private boolean isZero(SourceNode value) {
    return isNull(value) && rules.nulls() == Nulls.ZERO;
  }

  /** Go reads a null inside a list as an empty string or object, unless it minds the type. */
  private boolean isEmptyItem(SourceNode item) {
    return isNull(item) && rules.nulls() != Nulls.WRONG;
  }

  private List<SourceNode> items(String key) {
    SourceNode value = value(key);
    if (value instanceof Sequence list) {
      return list.items();
    }
    if (value != null && !isZero(value)) {
      wrongType(value, child(key), "a list");
    }
    return List.of();
  }

  private TreeArguments nested(Mapping object, String objectPath) {
    var arguments = new TreeArguments(this, object, objectPath);
    nested.add(arguments);
    return arguments;
  }

  private void wrongType(SourceNode node, String where, String expected) {
    problems.add(
        severity,
        ProblemKind.WRONG_TYPE,
        node.where(),
        where,
        "%s must be %s".formatted(node.found(), expected));
  }

  private Location where(String key) {
    return SourcePath.locate(mapping, key);
  }

  private String child(String key) {
    if (key.isEmpty()) {
      return path;
    }
    return path.isEmpty() ? key : path + "." + key;
  }

  private final class TreeArgument<T> implements Argument<T> {
    private final boolean absent;
    private final String argumentPath;
    private final Location where;
    private final String found;
    private @Nullable T value;

    TreeArgument(
        @Nullable T value, boolean absent, String argumentPath, Location where, String found) {
      this.value = value;
      this.absent = absent;
      this.argumentPath = argumentPath;
      this.where = where;
      this.found = found;
    }

    @Override
    public Argument<T> where(Predicate<T> accepted, String expected) {
      if (value != null && !accepted.test(value)) {
        value = null;
        problems.add(
            severity,
            ProblemKind.INVALID,
            where,
            argumentPath,
            "%s must %s".formatted(found, expected));
      }
      return this;
    }

    @Override
    public Argument<T> should(Predicate<T> accepted, String expected) {
      if (value != null && !accepted.test(value)) {
        problems.add(
            ignored,
            ProblemKind.INVALID,
            where,
            argumentPath,
            "%s should %s".formatted(found, expected));
      }
      return this;
    }

    @Override
    public T or(T byDefault) {
      return value == null ? byDefault : value;
    }

    @Override
    public T or(T whenAbsent, T whenUnusable) {
      if (value != null) {
        return value;
      }
      return absent ? whenAbsent : whenUnusable;
    }

    @Override
    public @Nullable T orNull() {
      return value;
    }
  }
}
