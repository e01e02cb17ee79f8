package io.merapi.batch.devices.vgpu;

import io.merapi.batch.devices.vgpu.VgpuSettings.MigGeometry;
import java.math.BigInteger;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The cards that a node registers, as its annotation spells them: {@code
 * uuid,parts,memory,type,healthy,mode}, each ending in a colon.
 *
 * @param mode how they are cut; the last card decides
 */
record CardRegister(SortedMap<Integer, Card> cards, String mode) {

  private static final CardRegister NONE =
      new CardRegister(Collections.emptySortedMap(), SoftwareSharing.MODE);

  private static final int FIELDS = 6;
  private static final Pattern NUMBER = Pattern.compile("[+-]?\\d+");
  private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

  /** Reads the annotation; one card that cannot be read voids all. */
  static CardRegister read(String text, VgpuSettings settings) {
    if (!text.contains(":")) {
      return NONE;
    }
    var cards = new TreeMap<Integer, Card>();
    String mode = SoftwareSharing.MODE;
    String[] registered = text.split(":", -1);
    for (int i = 0; i < registered.length; i++) {
      if (!registered[i].contains(",")) {
        continue;
      }
      String[] fields = registered[i].split(",", -1);
      if (fields.length < FIELDS) {
        return NONE;
      }
      String type = fields[3];
      boolean mig = fields[5].equals(MigSharing.MODE) && settings.knows(type);
      mode = mig ? MigSharing.MODE : SoftwareSharing.MODE;
      List<MigGeometry> geometries = mig ? settings.geometries(type) : List.of();
      cards.put(i, new Card(i, fields[0], type, number(fields[2]), number(fields[1]), geometries));
    }
    return new CardRegister(cards, mode);
  }

  /** What is no number counts as none; what is too large as the largest, as upstream reads it. */
  private static long number(String text) {
    if (!NUMBER.matcher(text).matches()) {
      return 0;
    }
    return new BigInteger(text).max(LEAST).min(MOST).longValue();
  }
}
