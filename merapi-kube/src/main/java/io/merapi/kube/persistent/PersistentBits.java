package io.merapi.kube.persistent;

import java.util.Arrays;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An immutable set of small numbers whose changes share structure.
 *
 * <p>Implementation note: bits in blocks of {@value #BLOCK_BITS}. A change copies one block and the
 * array of blocks, for ten thousand numbers some two hundred bytes, as far as its {@link Edit} has
 * not made them itself.
 */
public final class PersistentBits {

  public static final PersistentBits EMPTY = new PersistentBits(Edit.NONE, new Block[0], 0);

  private static final int BLOCK_BITS = 512;
  private static final int BLOCK_WORDS = BLOCK_BITS / Long.SIZE;
  private static final Block NO_BITS = new Block(Edit.NONE, new long[BLOCK_WORDS]);

  private final Edit owner;
  private Block[] blocks;
  private int size;

  private PersistentBits(Edit owner, Block[] blocks, int size) {
    this.owner = owner;
    this.blocks = blocks;
    this.size = size;
  }

  public int size() {
    return size;
  }

  public boolean contains(int number) {
    int block = number / BLOCK_BITS;
    return number >= 0
        && block < blocks.length
        && (blocks[block].words[word(number)] & mask(number)) != 0;
  }

  /** The set with a number in it or not; the same set where that is so already. */
  public PersistentBits with(int number, boolean present) {
    return with(number, present, Edit.NONE);
  }

  /** The same, in place where the edit allows. */
  public PersistentBits with(int number, boolean present, Edit edit) {
    if (contains(number) == present) {
      return this;
    }
    PersistentBits changed =
        edit.owns(owner) ? this : new PersistentBits(edit, blocks.clone(), size);
    changed.flip(number);
    changed.size += present ? 1 : -1;
    return changed;
  }

  private void flip(int number) {
    int block = number / BLOCK_BITS;
    int known = blocks.length;
    if (block >= known) {
      blocks = Arrays.copyOf(blocks, block + 1);
      Arrays.fill(blocks, known, blocks.length, NO_BITS);
    }
    if (!owner.owns(blocks[block].owner)) {
      blocks[block] = new Block(owner, blocks[block].words.clone());
    }
    blocks[block].words[word(number)] ^= mask(number);
  }

  /** The lowest number that is not below the given one, or -1. */
  public int next(int from) {
    for (int block = from / BLOCK_BITS; block < blocks.length; block++) {
      int start = Math.max(0, from - block * BLOCK_BITS);
      for (int word = start / Long.SIZE; word < BLOCK_WORDS; word++) {
        long rest = blocks[block].words[word];
        if (word == start / Long.SIZE) {
          rest &= -1L << start;
        }
        if (rest != 0) {
          return block * BLOCK_BITS + word * Long.SIZE + Long.numberOfTrailingZeros(rest);
        }
      }
    }
    return -1;
  }

  /** The number before which there are so many others, or -1 where there are no more. */
  public int at(int place) {
    int left = place;
    for (int block = 0; block < blocks.length; block++) {
      for (int word = 0; word < BLOCK_WORDS; word++) {
        long rest = blocks[block].words[word];
        int count = Long.bitCount(rest);
        if (left < count) {
          for (; left > 0; left--) {
            rest &= rest - 1;
          }
          return block * BLOCK_BITS + word * Long.SIZE + Long.numberOfTrailingZeros(rest);
        }
        left -= count;
      }
    }
    return -1;
  }

  /** Tells each number, in ascending order. */
  public void forEach(IntConsumer action) {
    for (int block = 0; block < blocks.length; block++) {
      for (int word = 0; word < BLOCK_WORDS; word++) {
        int first = block * BLOCK_BITS + word * Long.SIZE;
        for (long rest = blocks[block].words[word]; rest != 0; rest &= rest - 1) {
          action.accept(first + Long.numberOfTrailingZeros(rest));
        }
      }
    }
  }

  private static int word(int number) {
    return number % BLOCK_BITS / Long.SIZE;
  }

  private static long mask(int number) {
    return 1L << (number % Long.SIZE);
  }

  /** Whether the other holds the same numbers. */
  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof PersistentBits that && size == that.size && covers(that));
  }

  private boolean covers(PersistentBits that) {
    boolean[] all = {true};
    that.forEach(number -> all[0] &= contains(number));
    return all[0];
  }

  @Override
  public int hashCode() {
    int[] sum = {0};
    forEach(number -> sum[0] += Integer.hashCode(number));
    return sum[0];
  }

  @Override
  public String toString() {
    var text = new StringBuilder("{");
    forEach(number -> text.append(text.length() == 1 ? "" : ", ").append(number));
    return text.append('}').toString();
  }

  /** Some bits in a row; no other block's. */
  private static final class Block {

    private final Edit owner;
    private final long[] words;

    Block(Edit owner, long[] words) {
      this.owner = owner;
      this.words = words;
    }
  }
}
