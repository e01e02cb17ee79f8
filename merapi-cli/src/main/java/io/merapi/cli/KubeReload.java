package io.merapi.cli;

import io.merapi.cluster.reload.FileFollower;
import io.merapi.cluster.reload.ReloadResult;
import io.merapi.cluster.run.KubeRun;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.extenders.SchedulerExtender;
import io.merapi.remote.extender.ExtenderSetupException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts a changed {@code --config} in force. */
final class KubeReload implements FileFollower.Attempt {

  private final KubeOptions options;
  private final ExtenderMaker extenders;
  private final KubeRun run;

  /** What the process was started with, by field. */
  private final Map<String, Object> first;

  KubeReload(KubeOptions options, ExtenderMaker extenders, KubeRun run, KubeConfiguration first) {
    this.options = options;
    this.extenders = extenders;
    this.run = run;
    this.first = readAtTheStart(first);
  }

  @Override
  public ReloadResult run() throws InterruptedException {
    try {
      KubeOptions.Chosen chosen = options.read();
      KubeConfiguration configuration = chosen.configuration();
      if (configuration == null) {
        return Refusals.of(chosen.problems(), chosen.refusal());
      }
      ReloadResult result =
          run.reconfigure(configuration, chosen.plugins(), extenders.make(configuration));
      return result instanceof ReloadResult.Applied
          ? new ReloadResult.Applied(notes(configuration))
          : result;
    } catch (IOException e) {
      return Refusals.of(e);
    } catch (ExtenderSetupException e) {
      return new ReloadResult.Refused(String.valueOf(e.getMessage()));
    }
  }

  private List<String> notes(KubeConfiguration configuration) {
    var notes = new ArrayList<String>();
    readAtTheStart(configuration)
        .forEach((field, now) -> {
          if (!now.equals(first.get(field))) {
            notes.add(field + " has changed and takes effect only after a restart");
          }
        });
    return notes;
  }

  /**
   * What of a configuration is read at the start alone. The rest is not kept: it would keep the
   * plugins whose arguments it holds.
   */
  private static Map<String, Object> readAtTheStart(KubeConfiguration configuration) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("leaderElection", configuration.leaderElection());
    fields.put("clientConnection", configuration.clientConnection());
    fields.put("enableProfiling", configuration.enableProfiling());
    fields.put("enableContentionProfiling", configuration.enableContentionProfiling());
    fields.put("delayCacheUntilActive", configuration.delayCacheUntilActive());
    return fields;
  }

  /** Makes the extenders of a configuration ready to be asked. */
  @FunctionalInterface
  interface ExtenderMaker {
    List<SchedulerExtender> make(KubeConfiguration configuration) throws ExtenderSetupException;
  }
}
