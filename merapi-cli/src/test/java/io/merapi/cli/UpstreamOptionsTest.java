package io.merapi.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every option of the two originals is an option of {@code merapi run}, in each of its forms. */
class UpstreamOptionsTest {

  /**
   * What {@code kube-scheduler --help} of v1.36.1 lists: name, a value that it may have, and its
   * default where that is not empty.
   */
  private static final String KUBE =
      """
      --config                                  nowhere.yaml
      --write-config-to                         nowhere.yaml
      --master                                  http://127.0.0.1:1
      --kube-api-burst                          7 100
      --kube-api-content-type                   application/json application/vnd.kubernetes.protobuf
      --kube-api-qps                            7.5 50
      --kubeconfig                              nowhere.yaml
      --contention-profiling                    bool true
      --pod-max-in-unschedulable-pods-duration  1m30s 5m0s
      --profiling                               bool true
      --leader-elect                            bool true
      --leader-elect-lease-duration             20s 15s
      --leader-elect-renew-deadline             11s 10s
      --leader-elect-resource-lock              leases leases
      --leader-elect-resource-name              mine kube-scheduler
      --leader-elect-resource-namespace         mine kube-system
      --leader-elect-retry-period               3s 2s
      --emulated-version                        kube=1.36 []
      --feature-gates                           kube:GangScheduling=false
      --min-compatibility-version               kube=1.35 []
      --allow-metric-labels                     metric1,label1='v1,v2' []
      --allow-metric-labels-manifest            nowhere.yaml
      --disabled-metrics                        a,b []
      --show-hidden-metrics-for-version         1.35
      --log-flush-frequency                     1s 5s
      --log-json-info-buffer-size               1Ki 0
      --log-json-split-stream                   bool false
      --log-text-info-buffer-size               1Ki 0
      --log-text-split-stream                   bool false
      --logging-format                          json text
      --v                                       4 0
      --vmodule                                 cache*=4
      --disable-http2-serving                   bool false
      --http2-max-streams-per-connection        10 0
      --permit-address-sharing                  bool false
      --permit-port-sharing                     bool false
      --bind-address                            127.0.0.1
      --cert-dir                                nowhere
      --secure-port                             10260 10259
      --tls-cert-file                           nowhere.pem
      --tls-cipher-suites                       TLS_AES_128_GCM_SHA256
      --tls-curve-preferences                   23 []
      --tls-min-version                         VersionTLS13
      --tls-private-key-file                    nowhere.pem
      --tls-sni-cert-key                        a.crt,a.key []
      --authentication-kubeconfig               nowhere.yaml
      --authentication-skip-lookup              bool
      --authentication-token-webhook-cache-ttl  20s 10s
      --authentication-tolerate-lookup-failure  bool true
      --client-ca-file                          nowhere.pem
      --requestheader-allowed-names             a,b
      --requestheader-client-ca-file            nowhere.pem
      --requestheader-extra-headers-prefix      a x-remote-extra-
      --requestheader-group-headers             a x-remote-group
      --requestheader-uid-headers               a
      --requestheader-username-headers          a x-remote-user
      --authorization-always-allow-paths        /healthz,/metrics /healthz
      --authorization-kubeconfig                nowhere.yaml
      --authorization-webhook-cache-authorized-ttl   20s 10s
      --authorization-webhook-cache-unauthorized-ttl 20s 10s
      """;

  /** The same for vc-scheduler, with the options that klog gives it. */
  private static final String BATCH =
      """
      --master                                  http://127.0.0.1:1
      --kubeconfig                              nowhere.yaml
      --ca-cert-file                            nowhere.pem
      --lock-object-namespace                   mine volcano-system
      --scheduler-name                          mine volcano
      --scheduler-conf                          nowhere.conf
      --schedule-period                         2s 1s
      --resync-period                           1h 0s
      --default-queue                           mine default
      --priority-class                          bool true
      --kube-api-qps                            7.5 2000
      --kube-api-burst                          7 2000
      --minimum-feasible-nodes                  7 100
      --minimum-percentage-nodes-to-find        7 5
      --percentage-nodes-to-find                7 0
      --csi-storage                             bool true
      --enable-pprof                            bool false
      --node-selector                           volcano.sh/role:train,volcano.sh/role:serving
      --cache-dumper                            bool true
      --cache-dump-dir                          nowhere /tmp
      --node-worker-threads                     7 20
      --gate-removal-worker-num                 7 5
      --ignored-provisioners                    rancher.io/local-path,hostpath.csi.k8s.io
      --resource-sync-timeout                   1s 1m0s
      --disable-default-scheduler-config        bool
      --scheduler-sharding-mode                 none none
      --scheduler-sharding-name                 mine volcano
      --listen-address                          127.0.0.1:8081 :8080
      --healthz-address                         127.0.0.1:11252 :11251
      --enable-healthz                          bool
      --enable-metrics                          bool
      --tls-cert-file                           nowhere.pem
      --tls-private-key-file                    nowhere.pem
      --plugins-dir                             nowhere
      --feature-gates                           SchedulingGatesQueueAdmission=true
      --leader-elect                            bool true
      --leader-elect-lease-duration             20s 15s
      --leader-elect-renew-deadline             11s 10s
      --leader-elect-resource-lock              leases leases
      --leader-elect-resource-name              mine
      --leader-elect-resource-namespace         mine volcano-system
      --leader-elect-retry-period               3s 2s
      --log-flush-frequency                     1s 5s
      --add-dir-header                          bool false
      --alsologtostderr                         bool false
      --legacy-stderr-threshold-behavior        bool false
      --log-backtrace-at                        cache.go:12 :0
      --log-dir                                 nowhere
      --log-file                                nowhere.log
      --log-file-max-size                       7 1800
      --logtostderr                             bool true
      --one-output                              bool false
      --skip-headers                            bool false
      --skip-log-headers                        bool false
      --stderrthreshold                         WARNING INFO
      --v                                       4 0
      --vmodule                                 cache*=4
      """;

  private static Stream<Listed> options() {
    return Stream.concat(KUBE.lines(), BATCH.lines()).map(Listed::of);
  }

  record Listed(String name, String value, String usual) {

    static Listed of(String line) {
      String[] words = line.split(" +", -1);
      return new Listed(words[0], words[1], words.length > 2 ? words[2] : "");
    }

    boolean isFlag() {
      return value.equals("bool");
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("options")
  void isAcceptedInEveryForm(Listed option) {
    if (option.isFlag()) {
      accepts(option.name());
      accepts(option.name() + "=true");
      accepts(option.name() + "=false");
    } else {
      accepts(option.name() + "=" + option.value());
      accepts(option.name(), option.value());
      accepts(option.name() + "=" + option.value(), option.name() + "=" + option.value());
    }
    accepts(option.name().replace('-', '_').replaceFirst("__", "--") + "=" + value(option));
  }

  private static String value(Listed option) {
    return option.isFlag() ? "true" : option.value();
  }

  private static void accepts(String... arguments) {
    var line = Stream.concat(Stream.of("run"), Stream.of(arguments));
    assertThatNoException()
        .as("run %s", String.join(" ", arguments))
        .isThrownBy(() -> Merapi.commandLine().parseArgs(line.toArray(String[]::new)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("options")
  void saysTheDefaultOfTheOriginal(Listed option) {
    var run =
        Objects.requireNonNull(Merapi.commandLine().getSubcommands().get("run")).getCommandSpec();
    String description = String.join(" ", run.findOption(option.name()).description());

    assertThat(description).contains(option.usual());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--profiling", "--enable-pprof=false", "--node-worker-threads=3"})
  void oneThatChangesNothingIsAnsweredWithOneLineThatSaysWhy(String option) {
    Outcome outcome = Outcome.ofCommand("run", "--kubeconfig=nowhere.yaml", option, option);

    assertThat(outcome.err().lines())
        .filteredOn(line -> line.contains("has no effect"))
        .singleElement()
        .asString()
        .startsWith("merapi: " + option.replaceFirst("=.*", "") + " has no effect: ");
  }

  @Test
  void aMisspeltOneIsAnsweredWithTheNearestAndNoPageOfHelp() {
    Outcome outcome = Outcome.ofCommand("run", "--kube-api-qsp", "5");

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.UNREADABLE);
    assertThat(outcome.err())
        .isEqualTo(
            "merapi: there is no option --kube-api-qsp: did you mean --kube-api-qps?; see merapi"
                + " run --help\n");
  }

  @Test
  void aValueThatCannotBeReadIsOneLine() {
    assertThat(Outcome.ofCommand("run", "--leader-elect=perhaps").err().lines()).hasSize(1);
    assertThat(Outcome.ofCommand("run", "--kube-api-qps=many").err().lines()).hasSize(1);
    assertThat(Outcome.ofCommand("run", "--logging-format=xml").err())
        .contains("must be text or json");
    assertThat(Outcome.ofCommand("run", "--pod-max-in-unschedulable-pods-duration=0").err())
        .contains("must be longer than nothing");
    assertThat(Outcome.ofCommand("run", "--kube-api-burst=-1").err())
        .contains("--kube-api-burst (-1) must not be negative");
    assertThat(Outcome.ofCommand("run", "--kubeconfig=x", "surplus").err())
        .contains("(surplus) is no option");
  }

  @Test
  void theLastOfSeveralHoldsAndOthersStay() {
    assertThat(
            Outcome.ofCommand(
                    "run", "--kubeconfig=first", "--kubeconfig=last", "--master=a", "--master=b")
                .err())
        .contains("(last)");
  }

  @Test
  void theVersionIsPrintedAsTheOriginalsDo() {
    assertThat(Outcome.ofCommand("run", "--version").out()).contains("kube-scheduler v1.36.1");
    assertThat(Outcome.ofCommand("run", "--version=raw").exitCode()).isEqualTo(ExitCode.OK);
  }
}
