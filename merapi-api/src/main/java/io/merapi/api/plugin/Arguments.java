package io.merapi.api.plugin;

import io.merapi.api.resource.Quantity;
import java.time.Duration;
import java.util.Arrays;
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

  /** Whether the value is a string, for keys that take a string or something else. */
  boolean isText(String key);

  /** Whether the value is an object. */
  boolean isObject(String key);

  Argument<Long> integer(String key);

  Argument<Double> number(String key);

  Argument<Boolean> flag(String key);

  Argument<String> text(String key);

  Argument<Duration> duration(String key);

  Argument<Quantity> quantity(String key);

  /** The strings of a list; empty where the key is absent. */
  List<String> texts(String key);

  /** The words between the commas of a string, without spaces around them and empty ones. */
  default List<String> words(String key) {
    return Arrays.stream(text(key).or("").split(",", -1))
        .map(String::strip)
        .filter(word -> !word.isEmpty())
        .toList();
  }

  /** How many items a list has, usable or not; 0 where the key is absent or no list. */
  int size(String key);

  /** A nested object; one without keys where the key is absent. */
  Arguments object(String key);

  /** The objects of a list; empty where the key is absent. */
  List<Arguments> objects(String key);

  /**
   * The file's spelling of a key that upstream finds whatever its upper and lower case: the name
   * itself if the file has it or nothing like it, otherwise the first key that differs in case
   * only.
   */
  default String spelled(String name) {
    if (keys().contains(name)) {
      return name;
    }
    return keys().stream().filter(name::equalsIgnoreCase).findFirst().orElse(name);
  }

  /**
   * The same object, for keys where upstream does not fall back: a value of another type ends its
   * process, and so is refused here. Unknown keys and {@link #report} stay what they were.
   */
  Arguments refusing();

  /**
   * The same object, for keys that upstream hands to a structure decoder: whole numbers may have a
   * fraction, which is cut off, a flag must not be a string, null is zero or empty, and what it
   * cannot decode ends its process, and so is refused here.
   */
  Arguments decoded();

  /**
   * Reports a problem that the accessors cannot see, such as two keys that exclude one another.
   *
   * @param key the key that it concerns; empty for the object as a whole
   */
  void report(String key, ProblemKind kind, String message);

  /** Reports a problem over which upstream ends its process. */
  void refuse(String key, ProblemKind kind, String message);
}
