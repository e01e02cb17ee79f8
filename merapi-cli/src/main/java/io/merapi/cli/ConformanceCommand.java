package io.merapi.cli;

import io.merapi.explain.conformance.CaseFiles;
import io.merapi.explain.conformance.CaseResult;
import io.merapi.explain.conformance.CaseResult.Status;
import io.merapi.explain.conformance.Conformance;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code merapi conformance}: runs golden cases and says where the engine differs. */
@Command(
    name = "conformance",
    header = "Run recorded scenarios of the real schedulers and compare the answers.",
    description = {
      "",
      "Runs every case file below the given directories (or inside .zip files) from a fresh state"
          + " and compares with what the real program answered. Cases that need parts that do not"
          + " exist yet are reported as partly or not run, never as passed.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  merapi conformance --diff merapi-testkit/src/main/resources/golden/kube.zip",
      "",
      "Exit codes: 0 no case failed, 1 some case failed, 2 unreadable input."
    })
final class ConformanceCommand extends Subcommand {

  /** Differences shown of one case; the first ones show what is wrong. */
  private static final int SHOWN = 5;

  @Parameters(arity = "1..*", paramLabel = "DIR", description = "Directories, files or .zip files.")
  private List<Path> paths = List.of();

  @Option(names = "--diff", description = "Show the first differences of each failed case.")
  private boolean diff;

  @Option(
      names = "--reference",
      description =
          "Ask every node about every pod, straight from the definition. Slower; the results are"
              + " the same.")
  private boolean reference;

  private final Map<String, Map<Status, Integer>> groups = new TreeMap<>();
  private final Map<Status, Integer> totals = new EnumMap<>(Status.class);

  @Override
  public Integer call() throws IOException {
    PrintWriter out = out();
    var conformance = new Conformance(reference);
    int cases = 0;
    for (Path path : paths) {
      if (Files.notExists(path)) {
        err().println("merapi: there is no file or directory " + path);
        return ExitCode.UNREADABLE;
      }
      cases +=
          CaseFiles.visit(
              path,
              (file, group, json) -> {
                CaseResult result = conformance.run(file, group, json);
                groups
                    .computeIfAbsent(group, _ -> new EnumMap<>(Status.class))
                    .merge(result.status(), 1, Integer::sum);
                totals.merge(result.status(), 1, Integer::sum);
                if (diff && output == OutputFormat.TABLE && result.status() == Status.FAILED) {
                  show(out, file, result);
                }
              });
    }
    if (cases == 0) {
      err().println("merapi: no case file (.json) found at " + paths);
      return ExitCode.UNREADABLE;
    }
    if (output == OutputFormat.TABLE) {
      print(out);
    } else {
      output.print(tree(), out);
    }
    return count(totals, Status.FAILED) == 0 ? ExitCode.OK : ExitCode.PROBLEMS;
  }

  private void print(PrintWriter out) {
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("group", "passed", "failed", "partly", "not run"));
    groups.forEach((group, counts) -> rows.add(row(group, counts)));
    report().table(rows);
    out.println();
    out.println(closing());
  }

  private Map<String, Object> tree() {
    var tree = new LinkedHashMap<String, Object>();
    groups.forEach((group, counts) -> tree.put(group, tree(counts)));
    return Map.of("groups", tree, "total", tree(totals));
  }

  private static Map<String, Object> tree(Map<Status, Integer> counts) {
    var tree = new LinkedHashMap<String, Object>();
    for (Status status : Status.values()) {
      tree.put(status.name().toLowerCase(Locale.ROOT), count(counts, status));
    }
    return tree;
  }

  private static void show(PrintWriter out, String file, CaseResult result) {
    out.println(file);
    result.differences().stream()
        .limit(SHOWN)
        .forEach(difference -> {
          out.println("  " + difference.path());
          out.println("    expected " + difference.expected());
          out.println("    found    " + difference.found());
        });
    if (result.differences().size() > SHOWN) {
      out.println("  ... and %d more".formatted(result.differences().size() - SHOWN));
    }
  }

  /** {@code N passed, N failed}, then what was not compared in full. */
  private String closing() {
    var line =
        new StringBuilder(
            "%d passed, %d failed"
                .formatted(count(totals, Status.PASSED), count(totals, Status.FAILED)));
    if (count(totals, Status.PARTLY) > 0) {
      line.append(", %d partly".formatted(count(totals, Status.PARTLY)));
    }
    if (count(totals, Status.NOT_RUN) > 0) {
      line.append(", %d not run".formatted(count(totals, Status.NOT_RUN)));
    }
    return line.toString();
  }

  private static List<String> row(String group, Map<Status, Integer> counts) {
    return List.of(
        group,
        Integer.toString(count(counts, Status.PASSED)),
        Integer.toString(count(counts, Status.FAILED)),
        Integer.toString(count(counts, Status.PARTLY)),
        Integer.toString(count(counts, Status.NOT_RUN)));
  }

  private static int count(Map<Status, Integer> counts, Status status) {
    return counts.getOrDefault(status, 0);
  }
}
