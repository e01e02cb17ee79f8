package io.merapi.explain.session;

import io.merapi.api.session.Task;
import io.merapi.api.session.extension.BatchPlugin;
import io.merapi.api.session.extension.VictimVote;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Who may be evicted: what each plugin says, and all together. */
final class VictimAnswers {

  private VictimAnswers() {}

  static <P extends BatchPlugin> Map<String, Object> of(
      List<? extends Task> candidates,
      List<P> plugins,
      Function<P, VictimVote> vote,
      Collection<Task> victims) {
    var byPlugin = new TreeMap<String, Object>();
    for (P plugin : plugins) {
      byPlugin.put(
          plugin.name(),
          switch (vote.apply(plugin)) {
            case VictimVote.Abstention _ -> "abstain";
            case VictimVote.Choice(var chosen) -> keys(chosen);
          });
    }
    var answer = new TreeMap<String, Object>();
    answer.put("candidates", keys(candidates));
    answer.put("byPlugin", byPlugin);
    answer.put("victims", keys(victims));
    return answer;
  }

  private static List<String> keys(Collection<? extends Task> tasks) {
    return tasks.stream().map(Task::key).sorted().toList();
  }
}
