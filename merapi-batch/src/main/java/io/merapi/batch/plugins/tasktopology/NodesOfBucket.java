package io.merapi.batch.plugins.tasktopology;

import io.merapi.api.framework.NodeTraits;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.Session;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.extension.KindOrder.NodeKinds;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * What makes a difference between nodes for the tasks of a bucket that have one role: the room, and
 * which tasks of the job are there.
 */
record NodesOfBucket(Session session, Buckets buckets, Bucket bucket, String role)
    implements NodeKinds {

  @Override
  public void describe(SessionNode node, NodeTraits traits) {
    traits.number((long) bucket.on(node.name()) - buckets.repulsion(role, node.name()));
    describe(node.idle(), traits);
    describe(node.releasing(), traits);
  }

  private static void describe(Resources amount, NodeTraits traits) {
    traits.number(amount.dimensionCount());
    for (int i = 0; i < amount.dimensionCount(); i++) {
      traits.number(amount.dimensionId(i));
      traits.number(Double.doubleToRawLongBits(amount.get(amount.dimensionId(i))));
    }
  }

  @Override
  public List<SessionNode> apart() {
    var nodes = new ArrayList<SessionNode>();
    addTo(nodes, bucket.nodes());
    addTo(nodes, buckets.repelling(role));
    return nodes;
  }

  private void addTo(List<SessionNode> nodes, Collection<String> names) {
    for (String name : names) {
      SessionNode node = session.node(name);
      if (node != null) {
        nodes.add(node);
      }
    }
  }
}
