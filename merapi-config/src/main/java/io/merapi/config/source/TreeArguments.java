package io.merapi.config.source;

import io.merapi.api.plugin.Argument;
import io.merapi.api.plugin.Arguments;
import io.merapi.api.plugin.ProblemKind;
import io.merapi.api.resource.Quantity;
import io.merapi.config.source.Problem.Severity;
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
  private final Problems problems;
  private final Set<String> known = new LinkedHashSet<>();
  private final List<TreeArguments> nested = new ArrayList<>();

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
    this.problems = problems;
  }

  @Override
  public Set<String> keys() {
    return mapping.keys();
  }

  @Override
  public boolean has(String key) {
    return value(key) != null;
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
      String text = isNull(items.get(i)) ? "" : rules.text(items.get(i));
      if (text == null) {
        wrongType(items.get(i), "%s[%d]".formatted(child(key), i), "a string");
      } else {
        texts.add(text);
      }
    }
    return texts;
  }

  @Override
  public Arguments object(String key) {
    SourceNode value = value(key);
    if (value instanceof Mapping object) {
      return nested(object, child(key));
    }
    if (value != null) {
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
      } else if (isNull(items.get(i))) {
        objects.add(nested(new Mapping(items.get(i).where(), List.of()), itemPath));
      } else {
        wrongType(items.get(i), itemPath, "an object");
      }
    }
    return objects;
  }

  @Override
  public void report(String key, ProblemKind kind, String message) {
    problems.add(severity, kind, where(key), child(key), message);
  }

  /** Reports every key, here and in nested objects, that no accessor has named. */
  public void reportUnknownKeys() {
    for (SourceNode.Entry entry : mapping.entries()) {
      if (!known.contains(entry.key())) {
        String advice =
            Spelling.nearest(entry.key(), known)
                .map("did you mean %s?"::formatted)
                .orElse(known.isEmpty() ? "" : "known keys: " + String.join(", ", known));
        problems.add(
            new Problem(
                severity,
                ProblemKind.UNKNOWN_KEY,
                entry.where(),
                child(entry.key()),
                "is a key that nothing reads",
                advice));
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
    return value == null || isNull(value) ? null : value;
  }

  /** Go reads null as nothing: an absent value, an empty string or object in a list. */
  private static boolean isNull(SourceNode node) {
    return node instanceof Scalar scalar && scalar.type() == ScalarType.NULL;
  }

  private List<SourceNode> items(String key) {
    SourceNode value = value(key);
    if (value instanceof Sequence list) {
      return list.items();
    }
    if (value != null) {
      wrongType(value, child(key), "a list");
    }
    return List.of();
  }

  private TreeArguments nested(Mapping object, String objectPath) {
    var arguments = new TreeArguments(object, objectPath, rules, severity, problems);
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
