package io.merapi.config.objects;

import java.time.Instant;

/**
 * Replaces a value by an equal one that was seen before, so that equal parts of many objects are
 * held once: the pods of one template share their spec.
 *
 * <p>Implementation note: fixed tables of two-way sets. A new value takes the place of the older of
 * two others, so the memory is bounded however long a process runs, at the price of now and then
 * holding a value twice. Each sort of value has a table of its own: the many texts of a dump must
 * not drive out the few specs. Not safe for use by several threads.
 */
final class Interner {

  private final Table texts = new Table(2048);
  private final Table annotations = new Table(2048);
  private final Table times = new Table(512);
  private final Table parts = new Table(2048);
  private final Table specs = new Table(1024);

  /** A name that recurs: a namespace, an image, the key of a label. */
  String text(String text) {
    return text.isEmpty() ? "" : texts.share(text);
  }

  /**
   * The value of an annotation: many are of one object only, some the same for a whole template.
   */
  String annotation(String text) {
    return text.isEmpty() ? "" : annotations.share(text);
  }

  /** A time; the conditions of an object often changed together. */
  Instant time(Instant time) {
    return times.share(time);
  }

  /** A small immutable value inside an object. */
  <T> T part(T value) {
    return parts.share(value);
  }

  /** An immutable value that makes up most of an object. */
  <T> T spec(T value) {
    return specs.share(value);
  }

  private static final class Table {

    private final Object[] values;
    private final int shift;

    /**
     * @param sets a power of two
     */
    Table(int sets) {
      values = new Object[sets * 2];
      shift = Integer.SIZE - Integer.numberOfTrailingZeros(sets);
    }

    // A value that equals another is of the same class: everything shared is a record, a final
    // class or a String.
    @SuppressWarnings("unchecked")
    <T> T share(T value) {
      // Hashes of amounts differ in a few high bits only; the product spreads them over all.
      int newer = ((value.hashCode() * 0x9E3779B9) >>> shift) * 2;
      int older = newer + 1;
      if (value.equals(values[newer])) {
        return (T) values[newer];
      }
      Object second = values[older];
      values[older] = values[newer];
      if (value.equals(second)) {
        values[newer] = second;
        return (T) second;
      }
      values[newer] = value;
      return value;
    }
  }
}
