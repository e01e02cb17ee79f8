package io.merapi.remote.http;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.KeyException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads certificates and keys in the text form in which clusters hold them. */
public final class Pem {

  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END \\1-----", Pattern.DOTALL);

  private static final byte DER_INTEGER = 0x02;
  private static final byte DER_OCTETS = 0x04;
  private static final byte DER_SEQUENCE = 0x30;

  private Pem() {}

  /**
   * Who a client is.
   *
   * @param certificates its own first, then those that vouch for it
   */
  public record Identity(PrivateKey key, List<X509Certificate> certificates) {

    public Identity {
      certificates = List.copyOf(certificates);
    }
  }

  /** The certificates of a text; at least one. */
  public static List<X509Certificate> certificates(String text) throws CertificateException {
    var certificates = new ArrayList<X509Certificate>();
    var factory = CertificateFactory.getInstance("X.509");
    Matcher block = BLOCK.matcher(text);
    while (block.find()) {
      if (block.group(1).equals("CERTIFICATE")) {
        certificates.add(
            (X509Certificate)
                factory.generateCertificate(new ByteArrayInputStream(bytes(block.group(2)))));
      }
    }
    if (certificates.isEmpty()) {
      throw new CertificateException("no certificate in PEM form in it");
    }
    return certificates;
  }

  /**
   * The key of a text with the certificates that it belongs to.
   *
   * @throws GeneralSecurityException if there is no such key, or it belongs to something else
   */
  public static Identity identity(String text, List<X509Certificate> certificates)
      throws GeneralSecurityException {
    PublicKey publicKey = certificates.getFirst().getPublicKey();
    Matcher block = BLOCK.matcher(text);
    while (block.find()) {
      byte[] content = bytes(block.group(2));
      byte[] encoded =
          switch (block.group(1)) {
            case "PRIVATE KEY" -> content;
            case "RSA PRIVATE KEY", "EC PRIVATE KEY" -> pkcs8(content, publicKey);
            default -> null;
          };
      if (encoded != null) {
        PrivateKey key =
            KeyFactory.getInstance(publicKey.getAlgorithm())
                .generatePrivate(new PKCS8EncodedKeySpec(encoded));
        checkPair(key, publicKey);
        return new Identity(key, certificates);
      }
    }
    throw new KeyException("no private key in PEM form, or only an encrypted one, in it");
  }

  private static byte[] bytes(String base64) {
    return Base64.getMimeDecoder().decode(base64);
  }

  /**
   * Wraps a key of an older form, which does not say of which algorithm it is: of the same as the
   * public key, whose encoding begins with that.
   */
  private static byte[] pkcs8(byte[] key, PublicKey publicKey) {
    byte[] known = publicKey.getEncoded();
    int from = contentOf(known, 0);
    int to = contentOf(known, from) + (known[from + 1] & 0xff);
    return der(
        DER_SEQUENCE,
        der(DER_INTEGER, new byte[] {0}),
        Arrays.copyOfRange(known, from, to),
        der(DER_OCTETS, key));
  }

  /** Where the content of the value at a place begins: after its tag and its length. */
  private static int contentOf(byte[] der, int at) {
    int length = der[at + 1] & 0xff;
    return at + 2 + (length < 0x80 ? 0 : length - 0x80);
  }

  private static byte[] der(byte tag, byte[]... parts) {
    var content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    int length = content.size();
    var out = new ByteArrayOutputStream();
    out.write(tag);
    if (length < 0x80) {
      out.write(length);
    } else {
      out.write(0x82);
      out.write(length >> 8);
      out.write(length);
    }
    out.writeBytes(content.toByteArray());
    return out.toByteArray();
  }

  private static void checkPair(PrivateKey key, PublicKey publicKey)
      throws GeneralSecurityException {
    Signature signature =
        Signature.getInstance(
            switch (publicKey.getAlgorithm()) {
              case "RSA" -> "SHA256withRSA";
              case "EC" -> "SHA256withECDSA";
              default -> publicKey.getAlgorithm();
            });
    byte[] sample = {1, 2, 3};
    signature.initSign(key);
    signature.update(sample);
    byte[] signed = signature.sign();
    signature.initVerify(publicKey);
    signature.update(sample);
    if (!signature.verify(signed)) {
      throw new KeyException("the private key does not belong to the certificate");
    }
  }
}
