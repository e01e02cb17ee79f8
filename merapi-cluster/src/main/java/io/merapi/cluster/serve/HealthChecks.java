package io.merapi.cluster.serve;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The named checks behind {@code /livez}, {@code /readyz} and {@code /healthz}, with the words of
 * Kubernetes for what comes of them. Whoever has something to watch over adds a check.
 *
 * <p>A check of life says that only a restart can help; one of readiness, that this replica cannot
 * do its work at the moment. {@code /healthz}, which is older, has the checks of life.
 */
public final class HealthChecks {

  private static final int FAILED = 500;

  private final List<HealthCheck> live = new CopyOnWriteArrayList<>(List.of(HealthCheck.PING));
  private final List<HealthCheck> ready = new CopyOnWriteArrayList<>(List.of(HealthCheck.PING));
  private final Map<Counted, Long> counts = new ConcurrentHashMap<>();
  private final Map<Counted, Boolean> latest = new ConcurrentHashMap<>();

  /** Without this check the program has to be started again. */
  public HealthChecks addLive(HealthCheck check) {
    live.add(check);
    return this;
  }

  /** Without this check the program is of no use for now. */
  public HealthChecks addReady(HealthCheck check) {
    ready.add(check);
    return this;
  }

  /** Mounts the pages. */
  public void mountOn(Pages pages) {
    mount(pages, "healthz", live);
    mount(pages, "livez", live);
    mount(pages, "readyz", ready);
    pages.mount("/metrics/slis", _ -> PageAnswer.text(slis()));
  }

  private void mount(Pages pages, String name, List<HealthCheck> checks) {
    pages.mount("/" + name, request -> all(name, checks, request));
    pages.mount("/" + name + "/", request -> one(name, checks, request));
  }

  private PageAnswer all(String endpoint, List<HealthCheck> checks, PageRequest request) {
    var excluded = request.query().getOrDefault("exclude", List.of());
    var unknown = new TreeSet<>(excluded);
    var lines = new StringBuilder();
    boolean failed = false;
    for (HealthCheck check : checks) {
      if (excluded.contains(check.name())) {
        unknown.remove(check.name());
        lines.append("[+]%s excluded: ok\n".formatted(check.name()));
      } else if (passes(endpoint, check)) {
        lines.append("[+]%s ok\n".formatted(check.name()));
      } else {
        // Anybody may ask here; the reason is for those who may ask for the check itself.
        lines.append("[-]%s failed: reason withheld\n".formatted(check.name()));
        failed = true;
      }
    }
    if (!unknown.isEmpty()) {
      String names = "\"" + String.join("\",\"", unknown) + "\"";
      lines.append(
          "warn: some health checks cannot be excluded: no matches for %s\n".formatted(names));
    }
    if (failed) {
      return PageAnswer.error(FAILED, lines + endpoint + " check failed");
    }
    return PageAnswer.text(request.has("verbose") ? lines + endpoint + " check passed\n" : "ok");
  }

  /** A single check, with the reason where it fails. */
  private PageAnswer one(String endpoint, List<HealthCheck> checks, PageRequest request) {
    String name = request.path().substring(endpoint.length() + 2);
    for (HealthCheck check : checks) {
      if (check.name().equals(name)) {
        String problem = problem(check);
        return problem.isEmpty()
            ? PageAnswer.text("ok")
            : PageAnswer.error(FAILED, "internal server error: " + problem);
      }
    }
    return PageAnswer.error(404, "404 page not found");
  }

  private boolean passes(String endpoint, HealthCheck check) {
    boolean passes = problem(check).isEmpty();
    counts.merge(new Counted(check.name(), endpoint, passes ? "success" : "error"), 1L, Long::sum);
    latest.put(new Counted(check.name(), endpoint, ""), passes);
    return passes;
  }

  private static String problem(HealthCheck check) {
    try {
      return check.problem().get();
    } catch (RuntimeException e) {
      return "the check itself failed: " + e;
    }
  }

  /** What came of the checks so far, by the metrics that Kubernetes has for it. */
  private String slis() {
    var lines = new StringBuilder();
    lines.append("# HELP kubernetes_healthcheck Whether a check passed when it was last asked.\n");
    lines.append("# TYPE kubernetes_healthcheck gauge\n");
    new TreeMap<>(latest)
        .forEach((of, passes) ->
            lines.append(
                "kubernetes_healthcheck{name=\"%s\",type=\"%s\"} %d\n"
                    .formatted(of.name, of.endpoint, passes ? 1 : 0)));
    lines.append("# HELP kubernetes_healthchecks_total How often checks passed and failed.\n");
    lines.append("# TYPE kubernetes_healthchecks_total counter\n");
    new TreeMap<>(counts)
        .forEach((of, count) ->
            lines.append(
                "kubernetes_healthchecks_total{name=\"%s\",status=\"%s\",type=\"%s\"} %d\n"
                    .formatted(of.name, of.status, of.endpoint, count)));
    return lines.toString();
  }

  private record Counted(String name, String endpoint, String status)
      implements Comparable<Counted> {

    @Override
    public int compareTo(Counted other) {
      return (name + "\n" + endpoint + "\n" + status)
          .compareTo(other.name + "\n" + other.endpoint + "\n" + other.status);
    }
  }
}
