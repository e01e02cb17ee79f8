package io.merapi.bench.scenario;

import static io.merapi.bench.scenario.Cluster.asking;
import static io.merapi.bench.scenario.Cluster.named;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.pod.PodSpec;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.plugins.InTreePlugins;
import io.merapi.batch.tier.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Gangs of a hundred pods whose places have to do with each other, on an empty cluster in one
 * session of Volcano's default configuration with one plugin more.
 */
final class CloseGangs extends NamedScenario {

  private final List<Closeness> cases;
  private final int mostPods;

  /**
   * @param mostPods how many there are at most where nobody says
   */
  CloseGangs(String name, String summary, List<Closeness> cases, int mostPods) {
    super(name, summary);
    this.cases = cases;
    this.mostPods = mostPods;
  }

  /** Less than a gang for the sixteen nodes of a switch. */
  @Override
  public int usualPods(int nodes) {
    return Math.min(mostPods, 5 * nodes);
  }

  @Override
  public List<Variant> variants(Setting setting) {
    return cases.stream()
        .map(closeness ->
            new Variant(
                cases.size() == 1 ? "" : closeness.name().toLowerCase(Locale.ROOT),
                () ->
                    new FillingSession(
                        setting, configuration(closeness), objects(setting, closeness))))
        .toList();
  }

  private static BatchConfiguration configuration(Closeness closeness) {
    BatchConfiguration plain = BatchConfiguration.byDefault();
    var second = new ArrayList<>(plain.tiers().getLast().plugins());
    second.add(InTreePlugins.named(closeness.plugin()).orElseThrow().byDefault());
    return new BatchConfiguration(
        plain.actions(),
        List.of(plain.tiers().getFirst(), new Tier(second)),
        plain.actionArguments(),
        plain.metrics());
  }

  private static List<ClusterObject> objects(Setting setting, Closeness closeness) {
    var objects = new ArrayList<ClusterObject>();
    objects.add(queue("default").build());
    for (int i = 0; i < setting.nodes(); i++) {
      objects.add(Cluster.nodeAt(i));
    }
    objects.addAll(closeness.domains(setting.nodes()));
    PodSpec spec = asking(3000, 3 * 4096).spec();
    for (int first = 0; first < setting.pods(); first += Gangs.SIZE) {
      String gang = "gang-" + first / Gangs.SIZE;
      int members = Math.min(Gangs.SIZE, setting.pods() - first);
      objects.add(closeness.on(podGroup(gang).minMember(members).created(Cluster.START)).build());
      for (int i = 0; i < members; i++) {
        objects.add(Cluster.waiting(closeness.on(named(gang + "-" + i).group(gang), i), spec));
      }
    }
    return objects;
  }
}
