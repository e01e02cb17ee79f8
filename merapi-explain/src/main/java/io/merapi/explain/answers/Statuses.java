package io.merapi.explain.answers;

import io.merapi.api.framework.Verdict;
import io.merapi.kube.framework.PluginVerdict;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Verdicts in the shape of recorded answers. */
final class Statuses {

  private Statuses() {}

  static Map<String, Object> of(PluginVerdict verdict) {
    Map<String, Object> status = of(verdict.verdict());
    if (!verdict.plugin().isEmpty()) {
      status.put("plugin", verdict.plugin());
    }
    return status;
  }

  static Map<String, Object> of(Verdict verdict) {
    var status = new TreeMap<String, Object>();
    status.put("code", verdict.code());
    List<String> reasons = verdict.texts().stream().sorted().toList();
    if (!reasons.isEmpty()) {
      status.put("reasons", reasons);
    }
    return status;
  }
}
