package io.merapi.explain.session;

import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.api.session.Job;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.SubJob;
import io.merapi.api.session.extension.HyperNodeGradient.SearchPurpose;
import io.merapi.api.session.extension.HyperNodeOrder;
import io.merapi.batch.session.SchedulingSession;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** What a session says of the domains of the network. */
final class HyperNodeAnswers {

  private final SchedulingSession session;

  HyperNodeAnswers(SchedulingSession session) {
    this.session = session;
  }

  Map<String, Object> all() {
    var answer = new TreeMap<String, Object>();
    answer.put("readyToSchedule", session.hyperNodes().ready());
    answer.put("tiers", session.hyperNodes().tiers());
    var infos = new TreeMap<String, Object>();
    for (HyperNodeInfo info : session.hyperNodes().all()) {
      infos.put(
          info.name(),
          new TreeMap<>(
              Map.of(
                  "tier", info.tier(),
                  "parent", info.parent(),
                  "children", info.children(),
                  "nodes", info.nodes().stream().map(SessionNode::name).sorted().toList())));
    }
    answer.put("infos", infos);
    var jobs = new TreeMap<String, Object>();
    session.jobs().forEach(job -> jobs.put(job.key(), job(job)));
    answer.put("jobs", jobs);
    return answer;
  }

  private Map<String, Object> job(Job job) {
    var answer =
        gradients(purpose -> session.domains().gradients(job, session.hyperNodes().top(), purpose));
    answer.put("hardTopologyAllocated", job.allocatedHyperNode());
    var parts = new TreeMap<String, Object>();
    job.subJobs().forEach(part -> parts.put(part.uid(), part(part)));
    answer.put("subJobs", parts);
    return answer;
  }

  private Map<String, Object> part(SubJob part) {
    var answer =
        gradients(
            purpose -> session.domains().gradients(part, session.hyperNodes().top(), purpose));
    answer.put("ready", session.votes().ready(part));
    answer.put("pipelined", session.votes().pipelined(part));
    answer.put("minAvailable", part.minAvailable());
    answer.put("allocatedHyperNode", part.allocatedHyperNode());
    var scores = new TreeMap<String, Object>();
    for (HyperNodeOrder plugin : session.domains().orders().plugins()) {
      List<HyperNodeInfo> domains = session.hyperNodes().all();
      double[] values = plugin.scoreHyperNodes(part, domains);
      var byName = new TreeMap<String, Object>();
      for (int i = 0; i < values.length; i++) {
        byName.put(domains.get(i).name(), values[i]);
      }
      scores.put(plugin.name(), byName);
    }
    if (!scores.isEmpty()) {
      answer.put("scores", scores);
    }
    return answer;
  }

  private static Map<String, Object> gradients(
      Function<SearchPurpose, List<List<HyperNodeInfo>>> ask) {
    var answer = new TreeMap<String, Object>();
    for (SearchPurpose purpose : SearchPurpose.values()) {
      answer.put(
          "gradients/" + purpose.name().toLowerCase(Locale.ROOT),
          ask.apply(purpose).stream()
              .map(gradient -> gradient.stream().map(HyperNodeInfo::name).sorted().toList())
              .toList());
    }
    return answer;
  }
}
