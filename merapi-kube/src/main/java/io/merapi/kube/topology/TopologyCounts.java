package io.merapi.kube.topology;

import io.merapi.api.framework.NodeTraits;
import io.merapi.api.meta.Labels;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A number for each domain of several topologies, by the key and the value of its label.
 *
 * <p>Several threads may read while none writes.
 *
 * <p>Implementation note: topologies are few (hosts, zones, racks), so they are looked through one
 * by one; domains are many and hashed.
 */
public final class TopologyCounts {

  /** Never added to. */
  private static final DomainCounts NOTHING = new DomainCounts();

  private final List<String> keys;
  private final List<DomainCounts> counts;
  private int nonZero;

  public TopologyCounts() {
    this(new ArrayList<>(), new ArrayList<>(), 0);
  }

  private TopologyCounts(List<String> keys, List<DomainCounts> counts, int nonZero) {
    this.keys = keys;
    this.counts = counts;
    this.nonZero = nonZero;
  }

  /** A copy that can change without this one changing. */
  public TopologyCounts copy() {
    var copies = new ArrayList<DomainCounts>(counts.size());
    counts.forEach(domains -> copies.add(domains.copy()));
    return new TopologyCounts(new ArrayList<>(keys), copies, nonZero);
  }

  /** Adds to the number of the domain that a node with these labels is in, if it is in one. */
  public void add(Labels nodeLabels, String key, long difference) {
    String domain = nodeLabels.get(key);
    if (domain == null) {
      return;
    }
    long after = ofTopology(key).add(domain, difference);
    long before = after - difference;
    if (before == 0 && after != 0) {
      nonZero++;
    } else if (before != 0 && after == 0) {
      nonZero--;
    }
  }

  private DomainCounts ofTopology(String key) {
    int index = keys.indexOf(key);
    if (index >= 0) {
      return counts.get(index);
    }
    var added = new DomainCounts();
    keys.add(key);
    counts.add(added);
    return added;
  }

  /** The number of a domain; 0 where nothing was ever added. */
  public long get(String key, String domain) {
    int index = keys.indexOf(key);
    return index < 0 ? 0 : counts.get(index).get(domain);
  }

  /** Says that the domain of a node in one topology matters, and of the domain only the number. */
  public void describe(String key, NodeTraits traits) {
    int index = keys.indexOf(key);
    traits.domain(key, index < 0 ? NOTHING : counts.get(index));
  }

  /** What the domains of a node with these labels add up to. */
  public long sum(Labels nodeLabels) {
    long sum = 0;
    for (int i = 0; i < keys.size(); i++) {
      String domain = nodeLabels.get(keys.get(i));
      if (domain != null) {
        sum += counts.get(i).get(domain);
      }
    }
    return sum;
  }

  /** Says that the domains of a node matter, and of a domain only the number. */
  public void describe(NodeTraits traits) {
    for (int i = 0; i < keys.size(); i++) {
      traits.domain(keys.get(i), counts.get(i));
    }
  }

  /** How many topologies there are a domain of which has, or had, a number. */
  public int topologies() {
    return keys.size();
  }

  /** A topology in which a node with these labels is in a domain with a number above 0. */
  public @Nullable String positive(Labels nodeLabels) {
    for (int i = 0; i < keys.size(); i++) {
      String domain = nodeLabels.get(keys.get(i));
      if (domain != null && counts.get(i).get(domain) > 0) {
        return keys.get(i);
      }
    }
    return null;
  }

  /** Whether the number of every domain is 0. */
  public boolean allZero() {
    return nonZero == 0;
  }

  @Override
  public String toString() {
    var text = new StringBuilder();
    for (int i = 0; i < keys.size(); i++) {
      text.append(keys.get(i)).append(counts.get(i));
    }
    return text.toString();
  }
}
