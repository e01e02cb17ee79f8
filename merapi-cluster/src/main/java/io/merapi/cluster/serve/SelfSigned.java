package io.merapi.cluster.serve;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A certificate that this process makes for itself where it is given none, as kube-scheduler does:
 * it hides what is said from others and vouches for nobody.
 *
 * <p>Implementation note: the JDK reads certificates and has no public way to make one, so the
 * bytes are put together here, by RFC 5280.
 */
final class SelfSigned {

  private static final Duration LIFE = Duration.ofDays(365);
  private static final String CURVE = "secp256r1";
  private static final String ECDSA_WITH_SHA256 = "1.2.840.10045.4.3.2";
  private static final String COMMON_NAME = "2.5.4.3";
  private static final String ALTERNATIVE_NAMES = "2.5.29.17";
  private static final String KEY_USAGE = "2.5.29.37";
  private static final String SERVER_AUTHENTICATION = "1.3.6.1.5.5.7.3.1";
  private static final int DNS_NAME = 0x82;
  private static final int ADDRESS = 0x87;
  private static final int SERIAL_BITS = 127;

  private SelfSigned() {}

  /** A key and its certificate for a host of this name, and for this machine. */
  static KeyMaterial make(String host) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec(CURVE));
      KeyPair keys = generator.generateKeyPair();
      byte[] algorithm = Der.of(Der.SEQUENCE, Der.identifier(ECDSA_WITH_SHA256));
      byte[] certificate = toBeSigned(host, keys, algorithm);
      Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(keys.getPrivate());
      signature.update(certificate);
      byte[] signed = Der.of(Der.SEQUENCE, certificate, algorithm, Der.bits(signature.sign()));
      var read =
          (X509Certificate)
              CertificateFactory.getInstance("X.509")
                  .generateCertificate(new ByteArrayInputStream(signed));
      return new KeyMaterial(keys.getPrivate(), List.of(read));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java cannot make a certificate", e);
    }
  }

  private static byte[] toBeSigned(String host, KeyPair keys, byte[] algorithm) {
    Instant now = Instant.now();
    byte[] name = name(host);
    return Der.of(
        Der.SEQUENCE,
        Der.of(Der.CONTEXT, Der.integer(BigInteger.TWO)),
        Der.integer(new BigInteger(SERIAL_BITS, new SecureRandom()).add(BigInteger.ONE)),
        algorithm,
        name,
        Der.of(Der.SEQUENCE, Der.time(now.minus(Duration.ofHours(1))), Der.time(now.plus(LIFE))),
        name,
        keys.getPublic().getEncoded(),
        Der.of(
            Der.CONTEXT | 3,
            Der.of(
                Der.SEQUENCE,
                extension(KEY_USAGE, Der.of(Der.SEQUENCE, Der.identifier(SERVER_AUTHENTICATION))),
                extension(ALTERNATIVE_NAMES, alternativeNames(host)))));
  }

  private static byte[] name(String host) {
    byte[] pair = Der.of(Der.SEQUENCE, Der.identifier(COMMON_NAME), Der.text(host));
    return Der.of(Der.SEQUENCE, Der.of(Der.SET, pair));
  }

  private static byte[] extension(String identifier, byte[] value) {
    return Der.of(Der.SEQUENCE, Der.identifier(identifier), Der.of(Der.OCTET_STRING, value));
  }

  private static byte[] alternativeNames(String host) {
    var names = new ArrayList<byte[]>();
    names.add(Der.of(DNS_NAME, host.getBytes(StandardCharsets.US_ASCII)));
    names.add(Der.of(DNS_NAME, "localhost".getBytes(StandardCharsets.US_ASCII)));
    names.add(Der.of(ADDRESS, InetAddress.getLoopbackAddress().getAddress()));
    return Der.of(Der.SEQUENCE, names.toArray(byte[][]::new));
  }
}
