package io.merapi.testkit;

import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.topology.HyperNode;
import io.merapi.api.topology.HyperNode.Member;
import io.merapi.api.topology.HyperNode.MemberType;
import java.util.ArrayList;
import java.util.List;

/** Builds domains of the network; of tier 1 unless told otherwise. */
public final class HyperNodeBuilder {

  private final String name;
  private final List<Member> members = new ArrayList<>();
  private int tier = 1;
  private String tierName = "";

  private HyperNodeBuilder(String name) {
    this.name = name;
  }

  public static HyperNodeBuilder hyperNode(String name) {
    return new HyperNodeBuilder(name);
  }

  public HyperNodeBuilder tier(int value) {
    tier = value;
    return this;
  }

  public HyperNodeBuilder tierName(String value) {
    tierName = value;
    return this;
  }

  public HyperNodeBuilder nodes(String... names) {
    for (String node : names) {
      members.add(new Member(MemberType.NODE, node, null, null));
    }
    return this;
  }

  public HyperNodeBuilder nodesLike(String pattern) {
    members.add(new Member(MemberType.NODE, null, pattern, null));
    return this;
  }

  public HyperNodeBuilder nodesWith(LabelSelector labels) {
    members.add(new Member(MemberType.NODE, null, null, labels));
    return this;
  }

  public HyperNodeBuilder hyperNodes(String... names) {
    for (String child : names) {
      members.add(new Member(MemberType.HYPER_NODE, child, null, null));
    }
    return this;
  }

  public HyperNode build() {
    return new HyperNode(ObjectMeta.named("", name), tier, tierName, members);
  }
}
