package io.merapi.batch.plugins.resourcequota;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.resource.ResourceListSum;
import io.merapi.api.session.Job;
import io.merapi.api.session.Session;
import io.merapi.api.session.extension.JobEnqueueable;
import io.merapi.api.session.extension.JobEnqueued;
import io.merapi.api.session.extension.Vote;
import io.merapi.api.workload.ResourceQuota;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Admits jobs to their queues only if the quotas of their namespace have room for them. */
public final class ResourceQuotaPlugin implements JobEnqueueable, JobEnqueued {

  public static final String NAME = "resourcequota";

  private final Session session;
  private final Map<String, List<ResourceQuota>> quotas = new HashMap<>();

  /** What was admitted in this session, by namespace. */
  private final Map<String, ResourceListSum> admitted = new HashMap<>();

  public ResourceQuotaPlugin(Session session) {
    this.session = session;
    for (ClusterObject object : session.cluster().objects(ObjectKind.RESOURCE_QUOTA)) {
      if (object instanceof ResourceQuota quota) {
        quotas.computeIfAbsent(quota.meta().namespace(), _ -> new ArrayList<>()).add(quota);
      }
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean readsClock() {
    return false;
  }

  @Override
  public Vote jobEnqueueable(Job job) {
    ResourceList request = job.podGroup().minResources();
    if (request == null) {
      return Vote.PERMIT;
    }
    for (ResourceQuota quota : quotas.getOrDefault(job.namespace(), List.of())) {
      Set<String> exceeded = exceeded(job.namespace(), request, quota);
      if (!exceeded.isEmpty()) {
        session.report(
            job,
            "Normal",
            "Unschedulable",
            "resource quota insufficient, requested: %s, used: %s, limited: %s"
                .formatted(
                    only(exceeded, request),
                    only(exceeded, quota.used()),
                    only(exceeded, quota.enforced())));
        return Vote.REJECT;
      }
    }
    return Vote.PERMIT;
  }

  /** The resources of a request that a quota limits and has too little of. */
  private Set<String> exceeded(String namespace, ResourceList request, ResourceQuota quota) {
    ResourceListSum usage = new ResourceListSum().add(quota.used()).add(request);
    ResourceListSum pending = admitted.get(namespace);
    if (pending != null) {
      usage.add(pending.toList());
    }
    var exceeded = new TreeSet<String>();
    for (int i = 0; i < request.size(); i++) {
      String name = request.name(i);
      Quantity limit = quota.enforced().get(name);
      Quantity wanted = usage.get(name);
      if (limit != null && wanted != null && wanted.compareTo(limit) > 0) {
        exceeded.add(name);
      }
    }
    return exceeded;
  }

  private static ResourceList only(Set<String> names, ResourceList list) {
    var sum = new ResourceListSum();
    for (String name : names) {
      Quantity amount = list.get(name);
      if (amount != null) {
        sum.put(name, amount);
      }
    }
    return sum.toList();
  }

  @Override
  public void jobEnqueued(Job job) {
    ResourceList request = job.podGroup().minResources();
    if (request != null) {
      admitted.computeIfAbsent(job.namespace(), _ -> new ResourceListSum()).add(request);
    }
  }
}
