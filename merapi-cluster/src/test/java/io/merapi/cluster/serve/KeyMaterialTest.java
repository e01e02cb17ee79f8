package io.merapi.cluster.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.merapi.testkit.SelfSigned;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.RSAPrivateCrtKeySpec;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyMaterialTest {

  private static final String CURVE = "1.2.840.10045.3.1.7";

  @TempDir private Path directory;

  @Test
  void whatItMakesCarriesItsNamesAndIsSignedByItself() throws Exception {
    KeyMaterial made = io.merapi.cluster.serve.SelfSigned.make("host-7");
    var certificate = made.chain().getFirst();

    certificate.verify(certificate.getPublicKey());
    certificate.checkValidity();
    assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo("CN=host-7");
    assertThat(certificate.getSubjectAlternativeNames().toString())
        .contains("host-7", "localhost", "127.0.0.1");
    assertThat(certificate.getVersion()).isEqualTo(3);
    assertThat(certificate.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
  }

  @Test
  void readsKeysInTheFormsThatToolsWrite() throws Exception {
    KeyMaterial own = io.merapi.cluster.serve.SelfSigned.make("h");
    Path certificate =
        write("own.crt", SelfSigned.pem("CERTIFICATE", own.chain().getFirst().getEncoded()));

    assertFits(
        KeyMaterial.read(
            certificate, write("own.key", SelfSigned.pem("PRIVATE KEY", own.key().getEncoded()))));
    byte[] number = ((ECPrivateKey) own.key()).getS().toByteArray();
    byte[] secret = Arrays.copyOfRange(number, number.length - 32, number.length);
    byte[] sec1 =
        Der.of(
            Der.SEQUENCE,
            Der.integer(BigInteger.ONE),
            Der.of(Der.OCTET_STRING, number.length < 32 ? padded(number) : secret),
            Der.of(Der.CONTEXT, Der.identifier(CURVE)));
    assertFits(
        KeyMaterial.read(certificate, write("ec.key", SelfSigned.pem("EC PRIVATE KEY", sec1))));
  }

  private static byte[] padded(byte[] number) {
    var all = new byte[32];
    System.arraycopy(number, 0, all, 32 - number.length, number.length);
    return all;
  }

  @Test
  void readsRsaKeysOfBothForms() throws Exception {
    var rsa = SelfSigned.create();
    Path certificate = write("rsa.crt", rsa.certificatePem());
    KeyMaterial read = KeyMaterial.read(certificate, write("rsa.key", rsa.keyPem()));
    if (!(read.key() instanceof RSAPrivateCrtKey key)) {
      assertFits(read);
      return;
    }
    RSAPrivateCrtKeySpec spec =
        KeyFactory.getInstance("RSA").getKeySpec(key, RSAPrivateCrtKeySpec.class);
    byte[] pkcs1 =
        Der.of(
            Der.SEQUENCE,
            Der.integer(BigInteger.ZERO),
            Der.integer(spec.getModulus()),
            Der.integer(spec.getPublicExponent()),
            Der.integer(spec.getPrivateExponent()),
            Der.integer(spec.getPrimeP()),
            Der.integer(spec.getPrimeQ()),
            Der.integer(spec.getPrimeExponentP()),
            Der.integer(spec.getPrimeExponentQ()),
            Der.integer(spec.getCrtCoefficient()));
    assertFits(
        KeyMaterial.read(
            certificate, write("pkcs1.key", SelfSigned.pem("RSA PRIVATE KEY", pkcs1))));
  }

  @Test
  void filesThatCannotBeUsedAreNamed() throws Exception {
    Path certificate = write("c", SelfSigned.create().certificatePem());
    Path text = write("t", "hello");
    Path missing = directory.resolve("missing");

    assertThatThrownBy(() -> KeyMaterial.read(missing, text))
        .hasMessage("--tls-cert-file (%s) does not exist", missing);
    assertThatThrownBy(() -> KeyMaterial.read(text, text))
        .hasMessageStartingWith("--tls-cert-file (%s) holds no certificate in PEM", text);
    assertThatThrownBy(() -> KeyMaterial.read(certificate, text))
        .hasMessageStartingWith("--tls-private-key-file (%s) holds no private key in PEM", text);
    Path otherKey =
        write(
            "o",
            SelfSigned.pem(
                "PRIVATE KEY", io.merapi.cluster.serve.SelfSigned.make("h").key().getEncoded()));
    assertThatThrownBy(() -> KeyMaterial.read(certificate, otherKey))
        .hasMessageStartingWith("--tls-private-key-file (%s) does not go with", otherKey);
    assertThatThrownBy(() -> ServerTls.selfSigned("h", "VersionTLS9"))
        .hasMessage("--tls-min-version (VersionTLS9) must be VersionTLS12 or VersionTLS13");
  }

  private Path write(String name, String text) throws Exception {
    return Files.writeString(directory.resolve(name), text);
  }

  private static void assertFits(KeyMaterial material) throws Exception {
    String algorithm =
        material.key().getAlgorithm().equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA";
    Signature signature = Signature.getInstance(algorithm);
    signature.initSign(material.key());
    signature.update(new byte[] {1, 2, 3});
    byte[] signed = signature.sign();
    signature.initVerify(material.chain().getFirst());
    signature.update(new byte[] {1, 2, 3});
    assertThat(signature.verify(signed)).isTrue();
  }
}
