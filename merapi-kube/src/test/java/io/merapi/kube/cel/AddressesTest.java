package io.merapi.kube.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressesTest {

  @ParameterizedTest
  @CsvSource({
    "10.0.0.1, 10.0.0.1",
    "2001:DB8::1, 2001:db8::1",
    "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
    "::, ::",
    "1:0:0:0:0:0:0:0, 1::",
    "::1.2.3.4, ::102:304"
  })
  void writesAddressesInTheirShortestForm(String text, String canonical) {
    assertThat(IpAddress.parse(text)).hasToString(canonical);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1.2.3",
        "1.2.3.256",
        "01.2.3.4",
        "1.2.3.4.5",
        "::ffff:1.2.3.4",
        "fe80::1%eth0",
        "1:2:3",
        "1:2:3:4:5:6:7:8:9",
        "::1::",
        "12345::"
      })
  void refusesWhatIsNoAddress(String text) {
    assertThatThrownBy(() -> IpAddress.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void knowsSpecialAddresses() {
    assertThat(IpAddress.parse("127.1.2.3").isLoopback()).isTrue();
    assertThat(IpAddress.parse("::1").isLoopback()).isTrue();
    assertThat(IpAddress.parse("0.0.0.0").isUnspecified()).isTrue();
    assertThat(IpAddress.parse("169.254.0.1").isLinkLocalUnicast()).isTrue();
    assertThat(IpAddress.parse("fe80::1").isLinkLocalUnicast()).isTrue();
    assertThat(IpAddress.parse("224.0.0.251").isLinkLocalMulticast()).isTrue();
    assertThat(IpAddress.parse("ff02::fb").isLinkLocalMulticast()).isTrue();
    assertThat(IpAddress.parse("8.8.8.8").isGlobalUnicast()).isTrue();
    assertThat(IpAddress.parse("255.255.255.255").isGlobalUnicast()).isFalse();
  }

  @Test
  void aNetworkHoldsAddressesAndSmallerNetworks() {
    IpNetwork network = IpNetwork.parse("10.1.2.3/8");

    assertThat(network.masked()).hasToString("10.0.0.0/8");
    assertThat(network.contains(IpAddress.parse("10.9.9.9"))).isTrue();
    assertThat(network.contains(IpAddress.parse("11.0.0.0"))).isFalse();
    assertThat(network.contains(IpAddress.parse("::a00:1"))).isFalse();
    assertThat(network.contains(IpNetwork.parse("10.1.0.0/16"))).isTrue();
    assertThat(IpNetwork.parse("10.1.0.0/16").contains(network)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.0", "10.0.0.0/33", "10.0.0.0/08", "10.0.0.0/-1", "x/8"})
  void refusesWhatIsNoNetwork(String text) {
    assertThatThrownBy(() -> IpNetwork.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void takesUrlsApart() {
    Url url = Url.parse("HTTPS://user:secret@[::1]:8080/a%20b/c?x=1&x=2&y=a+b%21#end");

    assertThat(url.scheme()).isEqualTo("https");
    assertThat(url.host()).isEqualTo("[::1]:8080");
    assertThat(url.hostname()).isEqualTo("::1");
    assertThat(url.port()).isEqualTo("8080");
    assertThat(url.path()).isEqualTo("/a%20b/c");
    assertThat(url.queryValues()).isEqualTo(Map.of("x", List.of("1", "2"), "y", List.of("a b!")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "relative/path", "mailto:someone", "http://a b/", "/bad%zz", "http://h:p/"})
  void refusesWhatIsNoUrl(String text) {
    assertThatThrownBy(() -> Url.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
