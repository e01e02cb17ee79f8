package io.merapi.cluster.serve;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A private key and the certificates that vouch for it, its own first.
 *
 * <p>Keys are read in the three forms that tools write in PEM: PKCS #8, RSA keys of PKCS #1 and
 * keys of elliptic curves of SEC 1.
 */
record KeyMaterial(PrivateKey key, List<X509Certificate> chain) {

  private static final Pattern KEY =
      Pattern.compile(
          "-----BEGIN ((RSA |EC )?PRIVATE KEY)-----([A-Za-z0-9+/=\\s]+)-----END \\1-----");

  private static final String RSA = "1.2.840.113549.1.1.1";
  private static final String ELLIPTIC_CURVE = "1.2.840.10045.2.1";
  private static final byte[] NULL = {0x05, 0x00};

  /** Reads a pair of files in PEM. */
  static KeyMaterial read(Path certificateFile, Path keyFile) throws EndpointException {
    List<X509Certificate> chain = certificates("--tls-cert-file", certificateFile);
    String text = text("--tls-private-key-file", keyFile);
    Matcher found = KEY.matcher(text);
    if (!found.find()) {
      throw new EndpointException(
          "--tls-private-key-file (%s) holds no private key in PEM that is not encrypted"
              .formatted(keyFile));
    }
    try {
      byte[] bytes = Base64.getMimeDecoder().decode(found.group(3));
      String kind = found.group(2) == null ? "" : found.group(2).strip();
      byte[] pkcs8 =
          switch (kind) {
            case "RSA" -> wrapped(Der.of(Der.SEQUENCE, Der.identifier(RSA), NULL), bytes);
            case "EC" ->
                wrapped(Der.of(Der.SEQUENCE, Der.identifier(ELLIPTIC_CURVE), curve(bytes)), bytes);
            default -> bytes;
          };
      String algorithm = chain.getFirst().getPublicKey().getAlgorithm();
      PrivateKey key =
          KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
      if (!goTogether(key, chain.getFirst())) {
        throw new IllegalArgumentException("it is the key of another");
      }
      return new KeyMaterial(key, chain);
    } catch (GeneralSecurityException | RuntimeException e) {
      throw new EndpointException(
          "--tls-private-key-file (%s) does not go with the certificate: %s"
              .formatted(keyFile, e.getMessage()));
    }
  }

  private static boolean goTogether(PrivateKey key, X509Certificate certificate)
      throws GeneralSecurityException {
    String algorithm =
        switch (key.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> key.getAlgorithm();
        };
    Signature signature = Signature.getInstance(algorithm);
    signature.initSign(key);
    byte[] signed = signature.sign();
    signature.initVerify(certificate.getPublicKey());
    return signature.verify(signed);
  }

  private static byte[] wrapped(byte[] algorithm, byte[] key) {
    return Der.of(
        Der.SEQUENCE, Der.integer(BigInteger.ZERO), algorithm, Der.of(Der.OCTET_STRING, key));
  }

  /** The name of the curve, which such a key carries in a field of its own, tagged as 0. */
  private static byte[] curve(byte[] key) {
    // Sequence, version, octets of the key, then the field; all lengths are below 128 but the
    // first.
    int at = (key[1] & 0x80) == 0 ? 2 : 2 + (key[1] & 0x7F);
    while (at < key.length) {
      int length = key[at + 1] & 0xFF;
      if ((key[at] & 0xFF) == Der.CONTEXT) {
        byte[] identifier = new byte[length];
        System.arraycopy(key, at + 2, identifier, 0, length);
        return identifier;
      }
      at += 2 + length;
    }
    throw new IllegalArgumentException("the key does not name its curve");
  }

  /** Reads certificates in PEM; at least one. */
  static List<X509Certificate> certificates(String option, Path file) throws EndpointException {
    return certificates("%s (%s)".formatted(option, file), text(option, file));
  }

  /**
   * Reads certificates in PEM; at least one.
   *
   * @param where they stand, for complaints
   */
  static List<X509Certificate> certificates(String where, String pem) throws EndpointException {
    try {
      List<X509Certificate> read =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(
                  new ByteArrayInputStream(pem.strip().getBytes(StandardCharsets.US_ASCII)))
              .stream()
              .map(X509Certificate.class::cast)
              .toList();
      if (!read.isEmpty()) {
        return read;
      }
    } catch (CertificateException e) {
      throw new EndpointException(
          "%s holds no certificate in PEM: %s".formatted(where, e.getMessage()));
    }
    throw new EndpointException("%s holds no certificate in PEM".formatted(where));
  }

  private static String text(String option, Path file) throws EndpointException {
    try {
      return Files.readString(file);
    } catch (NoSuchFileException _) {
      throw new EndpointException("%s (%s) does not exist".formatted(option, file));
    } catch (IOException e) {
      throw new EndpointException("%s (%s) cannot be read: %s".formatted(option, file, e));
    }
  }
}
