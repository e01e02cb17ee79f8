package io.merapi.config.batch;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.plugin.Argument;
import io.merapi.api.plugin.Arguments;
import io.merapi.api.plugin.ProblemKind;
import io.merapi.api.resource.Quantity;
import io.merapi.batch.plugins.InTreePlugin;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Takes down which arguments a plugin reads, and what it takes where the file gives nothing. Where
 * a key depends on a name that the file chooses, {@link #NAME} stands for it.
 */
final class ArgumentKeys implements Arguments {

  static final String NAME = "NAME";

  /** Objects of which plugins read whatever keys they have, by path. */
  private static final Map<String, Set<String>> FREE_KEYS =
      Map.of("", Set.of("tdm.revocable-zone." + NAME), "resources.", Set.of(NAME));

  private final String prefix;
  private final Map<String, Optional<Object>> defaults;

  private ArgumentKeys(String prefix, Map<String, Optional<Object>> defaults) {
    this.prefix = prefix;
    this.defaults = defaults;
  }

  /**
   * Every key that a plugin reads, those of nested objects after a dot. The default is empty where
   * there is none, or where one depends on more than the key.
   */
  static Map<String, Optional<Object>> of(InTreePlugin<?> spec) {
    var defaults = new TreeMap<String, Optional<Object>>();
    Record _ = spec.bind(new ArgumentKeys("", defaults), FeatureGates.DEFAULTS);
    return defaults;
  }

  @Override
  public Set<String> keys() {
    return FREE_KEYS.getOrDefault(prefix, Set.of());
  }

  @Override
  public boolean has(String key) {
    return false;
  }

  @Override
  public boolean isText(String key) {
    return false;
  }

  @Override
  public boolean isObject(String key) {
    return false;
  }

  @Override
  public Argument<Long> integer(String key) {
    return asked(key, null);
  }

  @Override
  public Argument<Double> number(String key) {
    return asked(key, null);
  }

  @Override
  public Argument<Boolean> flag(String key) {
    return asked(key, null);
  }

  /** Given, as far as one can see: some plugins look at the text before they read the duration. */
  @Override
  public Argument<String> text(String key) {
    return asked(key, "");
  }

  @Override
  public Argument<Duration> duration(String key) {
    return asked(key, null);
  }

  @Override
  public Argument<Quantity> quantity(String key) {
    return asked(key, null);
  }

  @Override
  public List<String> texts(String key) {
    asked(key, null);
    return List.of();
  }

  @Override
  public List<String> words(String key) {
    asked(key, null);
    return List.of(NAME);
  }

  @Override
  public int size(String key) {
    return 0;
  }

  @Override
  public Arguments object(String key) {
    return new ArgumentKeys(prefix + key + ".", defaults);
  }

  @Override
  public List<Arguments> objects(String key) {
    asked(key, null);
    return List.of();
  }

  @Override
  public Arguments refusing() {
    return this;
  }

  @Override
  public Arguments decoded() {
    return this;
  }

  @Override
  public void report(String key, ProblemKind kind, String message) {}

  @Override
  public void refuse(String key, ProblemKind kind, String message) {}

  private <T> Argument<T> asked(String key, @Nullable T seen) {
    defaults.putIfAbsent(prefix + key, Optional.empty());
    return new Asked<>(prefix + key, seen);
  }

  private final class Asked<T> implements Argument<T> {

    private final String path;
    private final @Nullable T seen;

    Asked(String path, @Nullable T seen) {
      this.path = path;
      this.seen = seen;
    }

    @Override
    public Argument<T> where(Predicate<T> accepted, String expected) {
      return this;
    }

    @Override
    public Argument<T> should(Predicate<T> accepted, String expected) {
      return this;
    }

    @Override
    public T or(T byDefault) {
      defaults.put(path, Optional.of(byDefault));
      return byDefault;
    }

    @Override
    public T or(T whenAbsent, T whenUnusable) {
      return or(whenAbsent);
    }

    @Override
    public @Nullable T orNull() {
      return seen;
    }
  }
}
