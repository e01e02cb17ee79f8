package io.merapi.cli;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * An option of the originals that changes nothing here: it is accepted, so that a command line can
 * stay as it is, with one line that says why it has no effect.
 *
 * @param name with its hyphens
 * @param flag whether it may stand without a value
 * @param usual the default of the original, as that writes it
 * @param why the rest of the sentence "has no effect: …"
 */
record IdleOption(String name, boolean flag, String usual, String why) {

  private static final String NO_PROFILES =
      "the JVM's own recordings show more (jcmd PID JFR.start)";
  private static final String STANDARD_ERROR = "lines go to standard error, all of them";
  private static final String NO_BUFFER = "lines are written at once";
  private static final String ALL_METRICS = "metrics are served with all their labels";
  private static final String NO_HTTP2 = "HTTP/1.1 is served";
  private static final String SOCKETS = "addresses are bound the way the JVM binds them";
  private static final String CIPHERS = "the JVM chooses the ciphers and curves of TLS";
  private static final String NO_PROXY =
      "what a proxy says in headers of its clients is not believed";
  private static final String VERSION = "the behaviour is always that of 1.36";

  static final List<IdleOption> ALL =
      List.of(
          // Of both.
          value("--log-flush-frequency", "5s", NO_BUFFER),
          value("--vmodule", "", "no line belongs to a Go file; -v sets the level of all"),
          // Of kube-scheduler.
          flag("--profiling", "true", NO_PROFILES),
          flag("--contention-profiling", "true", NO_PROFILES),
          value(
              "--kube-api-content-type",
              "application/vnd.kubernetes.protobuf",
              "requests and answers are JSON"),
          value("--log-json-info-buffer-size", "0", NO_BUFFER),
          value("--log-text-info-buffer-size", "0", NO_BUFFER),
          flag("--log-json-split-stream", "false", STANDARD_ERROR),
          flag("--log-text-split-stream", "false", STANDARD_ERROR),
          value("--allow-metric-labels", "[]", ALL_METRICS),
          value("--allow-metric-labels-manifest", "", ALL_METRICS),
          value("--disabled-metrics", "[]", ALL_METRICS),
          value("--show-hidden-metrics-for-version", "", "no metric is hidden"),
          value("--emulated-version", "[]", VERSION),
          value("--min-compatibility-version", "[]", VERSION),
          flag("--disable-http2-serving", "false", NO_HTTP2),
          value("--http2-max-streams-per-connection", "0", NO_HTTP2),
          value("--tls-cipher-suites", "", CIPHERS),
          value("--tls-curve-preferences", "[]", CIPHERS),
          value(
              "--tls-sni-cert-key", "[]", "one certificate is served, whatever name is asked for"),
          value("--requestheader-allowed-names", "", NO_PROXY),
          value("--requestheader-client-ca-file", "", NO_PROXY),
          value("--requestheader-extra-headers-prefix", "x-remote-extra-", NO_PROXY),
          value("--requestheader-group-headers", "x-remote-group", NO_PROXY),
          value("--requestheader-uid-headers", "", NO_PROXY),
          value("--requestheader-username-headers", "x-remote-user", NO_PROXY),
          flag("--permit-address-sharing", "false", SOCKETS),
          flag("--permit-port-sharing", "false", SOCKETS),
          // Of vc-scheduler.
          flag("--enable-pprof", "false", NO_PROFILES),
          value("--node-worker-threads", "20", "one thread takes in what happens to nodes"),
          value("--gate-removal-worker-num", "5", "gates are removed among the other requests"),
          value("--resync-period", "0s", "a watch is resumed where it ended, so nothing is missed"),
          value(
              "--resource-sync-timeout",
              "1m0s",
              "scheduling starts when the whole cluster is known, however long that takes"),
          value("--ca-cert-file", "", "health is served to clients without certificates"),
          // Of vc-scheduler's logs.
          flag("--logtostderr", "true", STANDARD_ERROR),
          flag("--alsologtostderr", "false", STANDARD_ERROR),
          value("--stderrthreshold", "INFO", STANDARD_ERROR),
          flag("--legacy-stderr-threshold-behavior", "false", STANDARD_ERROR),
          flag("--one-output", "false", STANDARD_ERROR),
          value("--log-dir", "", STANDARD_ERROR),
          value("--log-file", "", STANDARD_ERROR),
          value("--log-file-max-size", "1800", STANDARD_ERROR),
          value("--log-backtrace-at", ":0", "no line belongs to a Go file"),
          flag("--add-dir-header", "false", "no line belongs to a Go file"),
          flag("--skip-headers", "false", "every line has its time"),
          flag("--skip-log-headers", "false", "there are no log files"));

  private static final Map<String, IdleOption> BY_NAME =
      ALL.stream().collect(Collectors.toUnmodifiableMap(IdleOption::name, Function.identity()));

  private static IdleOption flag(String name, String usual, String why) {
    return new IdleOption(name, true, usual, why);
  }

  private static IdleOption value(String name, String usual, String why) {
    return new IdleOption(name, false, usual, why);
  }

  /** Lets a command accept them all; its help does not show them. */
  static void addTo(CommandSpec command) {
    for (IdleOption option : ALL) {
      command.addOption(
          OptionSpec.builder(option.name)
              .arity(option.flag ? "0..1" : "1")
              .type(List.class)
              .auxiliaryTypes(String.class)
              .description("Has no effect: %s (default: %s).".formatted(option.why, option.usual))
              .hidden(true)
              .build());
    }
  }

  /** A line for each of them that was given, whatever its value: the default changes nothing. */
  static Stream<String> warnings(ParseResult given) {
    return given.matchedOptionsSet().stream()
        .map(option -> BY_NAME.get(option.longestName()))
        .filter(option -> option != null)
        .map(option -> "%s has no effect: %s".formatted(option.name, option.why));
  }
}
