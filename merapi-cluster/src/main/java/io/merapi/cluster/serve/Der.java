package io.merapi.cluster.serve;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Writes the few forms of ASN.1 that a certificate and a private key are made of. */
final class Der {

  static final int SEQUENCE = 0x30;
  static final int SET = 0x31;
  static final int OCTET_STRING = 0x04;
  static final int CONTEXT = 0xA0;

  private static final int INTEGER = 0x02;
  private static final int BIT_STRING = 0x03;
  private static final int OBJECT_IDENTIFIER = 0x06;
  private static final int UTF8_STRING = 0x0C;
  private static final int GENERALIZED_TIME = 0x18;
  private static final int BOOLEAN = 0x01;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

  private Der() {}

  /** A value with its tag and its length, made of parts one after the other. */
  static byte[] of(int tag, byte[]... parts) {
    var content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    var out = new ByteArrayOutputStream();
    out.write(tag);
    int length = content.size();
    if (length < 0x80) {
      out.write(length);
    } else {
      byte[] bytes = BigInteger.valueOf(length).toByteArray();
      int from = bytes[0] == 0 ? 1 : 0;
      out.write(0x80 | (bytes.length - from));
      out.write(bytes, from, bytes.length - from);
    }
    out.writeBytes(content.toByteArray());
    return out.toByteArray();
  }

  static byte[] integer(BigInteger value) {
    return of(INTEGER, value.toByteArray());
  }

  static byte[] bits(byte[] value) {
    return of(BIT_STRING, new byte[] {0}, value);
  }

  static byte[] yes() {
    return of(BOOLEAN, new byte[] {(byte) 0xFF});
  }

  static byte[] text(String value) {
    return of(UTF8_STRING, value.getBytes(StandardCharsets.UTF_8));
  }

  static byte[] time(Instant value) {
    return of(GENERALIZED_TIME, TIME.format(value).getBytes(StandardCharsets.US_ASCII));
  }

  /** An identifier such as {@code 2.5.4.3}. */
  static byte[] identifier(String dotted) {
    String[] numbers = dotted.split("\\.", -1);
    var out = new ByteArrayOutputStream();
    out.write(Integer.parseInt(numbers[0]) * 40 + Integer.parseInt(numbers[1]));
    for (int i = 2; i < numbers.length; i++) {
      long number = Long.parseLong(numbers[i]);
      int groups = Math.max(1, (63 - Long.numberOfLeadingZeros(number)) / 7 + 1);
      for (int group = groups - 1; group >= 0; group--) {
        out.write((int) ((number >> (7 * group)) & 0x7F) | (group > 0 ? 0x80 : 0));
      }
    }
    return of(OBJECT_IDENTIFIER, out.toByteArray());
  }
}
