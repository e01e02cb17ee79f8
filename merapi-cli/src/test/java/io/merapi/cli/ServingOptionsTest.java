package io.merapi.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.merapi.cluster.serve.EndpointException;
import io.merapi.cluster.serve.ListenAddress;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ServingOptionsTest {

  private static ServingOptions options(String... arguments) {
    return CommandLine.populateSpec(ServingOptions.class, arguments);
  }

  @Test
  void servesThisMachineAloneWhereNothingIsSaid() throws EndpointException {
    ServingOptions options = options();

    assertThat(options.secure()).isEqualTo(new ListenAddress("127.0.0.1", 10259));
    assertThat(options.metrics()).isNull();
    assertThat(options.health()).isNull();
  }

  @Test
  void batchWorkHasTheAddressesOfVcSchedulerOnThisMachine() throws EndpointException {
    ServingOptions options = options("--enable-metrics", "--enable-healthz=true");

    assertThat(options.metrics()).isEqualTo(new ListenAddress("127.0.0.1", 8080));
    assertThat(options.health()).isEqualTo(new ListenAddress("127.0.0.1", 11251));
  }

  @Test
  void anAddressOptionReachesFurther() throws EndpointException {
    ServingOptions options =
        options("--enable-metrics", "--listen-address=:8080", "--bind-address", "0.0.0.0");

    assertThat(options.metrics()).isEqualTo(new ListenAddress("", 8080));
    assertThat(options.secure()).isEqualTo(new ListenAddress("0.0.0.0", 10259));
  }

  @Test
  void portZeroIsNone() throws EndpointException {
    assertThat(options("--secure-port=0").secure()).isNull();
    assertThatThrownBy(() -> options("--secure-port=70000").secure())
        .hasMessage("--secure-port (70000) must be from 1 to 65535, or 0 for none");
  }

  @Test
  void aCertificateNeedsItsKey() {
    assertThatThrownBy(() -> options("--tls-cert-file=a.crt").tls("host"))
        .hasMessage(
            "--tls-cert-file and --tls-private-key-file go together; only one of them is given");
    assertThatThrownBy(
            () -> options("--tls-cert-file=a.crt", "--tls-private-key-file=a.key").tls("host"))
        .hasMessage("--tls-cert-file (a.crt) does not exist");
  }
}
