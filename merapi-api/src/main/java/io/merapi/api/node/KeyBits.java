package io.merapi.api.node;

/**
 * Tells in most cases that a key is not among some others, without a look at these: they belong to
 * objects all over the memory, and mostly a pod that comes to a node is new there.
 *
 * <p>Some keys are one number, in which each has set one of 64 bits. Where the bit of a key is not
 * set, the key is none of them; where it is set, it may be.
 */
public final class KeyBits {

  private KeyBits() {}

  /** The bit of a key. */
  public static long of(String key) {
    int mixed = key.hashCode() * 0x9E3779B9;
    return 1L << (mixed >>> (Integer.SIZE - 6));
  }

  /** Whether a key may be among those whose bits are set. */
  public static boolean mayHave(long bits, String key) {
    return (bits & of(key)) != 0;
  }
}
