package io.merapi.api.plugin;

import io.merapi.api.resource.Quantity;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * One object of a configuration file, as a plugin reads it.
 *
 * <p>Each accessor names a key. Naming it makes it known: a key of the file that no accessor named
 * is reported with the nearest known one once the plugin has read its arguments. Which texts count
 * as a number or a flag is the file format's business: {@code volcano-scheduler.conf} takes {@code
 * "1"} for 1, {@code KubeSchedulerConfiguration} does not.
 *
 * <p>Nothing here throws for a bad value. A problem is kept with its path and position, the
 * accessor's default is used instead, and whoever asked for the configuration decides whether that
 * is an error ({@code validate}, {@code --strict}, or where upstream refuses too) or a warning.
 */
public interface Arguments {

  /** The keys that the file gives, in its order, known or not. */
  Set<String> keys();

  /** Whether the file gives the key with a value other than null. */
  boolean has(String key);

  Argument<Long> integer(String key);

  Argument<Double> number(String key);

  Argument<Boolean> flag(String key);

  Argument<String> text(String key);

  Argument<Duration> duration(String key);

  Argument<Quantity> quantity(String key);

  /** The strings of a list; empty where the key is absent. */
  List<String> texts(String key);

  /** A nested object; one without keys where the key is absent. */
  Arguments object(String key);

  /** The objects of a list; empty where the key is absent. */
  List<Arguments> objects(String key);

  /**
   * Reports a problem that the accessors cannot see, such as two keys that exclude one another.
   *
   * @param key the key that it concerns; empty for the object as a whole
   */
  void report(String key, ProblemKind kind, String message);
}
