package io.merapi.sim.report.html;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;

/**
 * Many shares as a small picture, a cell each: tens of thousands of cells are some kilobytes, where
 * drawn rectangles would be megabytes.
 *
 * <p>The picture has one colour and says the share by how opaque it is, so that it suits a light
 * and a dark page, and the script of the page can read the share back. It is a PNG with a palette;
 * the format is simple enough to write without the libraries for pictures, which a server has no
 * use for.
 */
final class HeatImage {

  /** A cell of which nothing is known, such as a node before it came. */
  static final double NOTHING = Double.NaN;

  /** Entries of the palette; the last stands for {@link #NOTHING}. */
  private static final int COLOURS = 256;

  private static final int FULL = COLOURS - 2;

  private static final int[] HUE = {0x1f, 0x77, 0xc8};

  /** Bytes of the signature that every PNG begins with. */
  private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

  private final int width;
  private final byte[] cells;

  /** A picture without any use. */
  HeatImage(int width, int height) {
    this.width = width;
    this.cells = new byte[width * height];
  }

  void set(int row, int column, double share) {
    int entry =
        Double.isNaN(share) ? COLOURS - 1 : (int) Math.round(FULL * Math.clamp(share, 0, 1));
    cells[row * width + column] = (byte) entry;
  }

  /** The picture as an address that holds it. */
  String address() {
    return "data:image/png;base64," + Base64.getEncoder().encodeToString(png());
  }

  private byte[] png() {
    var out = new ByteArrayOutputStream();
    out.writeBytes(SIGNATURE);
    int height = cells.length / width;
    var header = ByteBuffer.allocate(13).putInt(width).putInt(height);
    // Eight bits each, by palette, packed and filtered in the only ways there are, not interlaced.
    chunk(out, "IHDR", header.put(new byte[] {8, 3, 0, 0, 0}).array());
    chunk(out, "PLTE", palette());
    chunk(out, "tRNS", opacities());
    chunk(out, "IDAT", packed(height));
    chunk(out, "IEND", new byte[0]);
    return out.toByteArray();
  }

  private static byte[] palette() {
    byte[] colours = new byte[3 * COLOURS];
    for (int i = 0; i < colours.length; i++) {
      colours[i] = (byte) (i < 3 * (COLOURS - 1) ? HUE[i % 3] : 0x80);
    }
    return colours;
  }

  private static byte[] opacities() {
    byte[] opacities = new byte[COLOURS];
    for (int i = 0; i <= FULL; i++) {
      opacities[i] = (byte) (i * 255 / FULL);
    }
    opacities[COLOURS - 1] = 0x30;
    return opacities;
  }

  private byte[] packed(int height) {
    var packed = new ByteArrayOutputStream();
    try (var out = new DeflaterOutputStream(packed)) {
      for (int row = 0; row < height; row++) {
        // Each row begins with the number of its filter: none.
        out.write(0);
        out.write(cells, row * width, width);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return packed.toByteArray();
  }

  private static void chunk(ByteArrayOutputStream out, String type, byte[] content) {
    byte[] body =
        ByteBuffer.allocate(4 + content.length)
            .put(type.getBytes(StandardCharsets.US_ASCII))
            .put(content)
            .array();
    var checksum = new CRC32();
    checksum.update(body);
    out.writeBytes(ByteBuffer.allocate(4).putInt(content.length).array());
    out.writeBytes(body);
    out.writeBytes(ByteBuffer.allocate(4).putInt((int) checksum.getValue()).array());
  }
}
