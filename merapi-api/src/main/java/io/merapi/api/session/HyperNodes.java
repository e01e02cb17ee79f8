package io.merapi.api.session;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The domains of the network, with one made up above them all that holds every node. */
public interface HyperNodes {

  /** The name of the domain that is made up. */
  String TOP = "<cluster-top-hypernode>";

  /** Whether the domains make sense together; while they do not, none is used. */
  boolean ready();

  /** All of them, the top included, by tier and then by name. */
  List<HyperNodeInfo> all();

  /** A domain by its name; null where there is none. */
  @Nullable HyperNodeInfo named(String name);

  HyperNodeInfo top();

  /** The tiers that there are, lowest first. */
  List<Integer> tiers();

  /**
   * The smallest domain that holds two others, by names; an empty name stands for nothing and
   * leaves the other.
   *
   * @return empty where there is none
   */
  String lowestCommon(String left, String right);

  /**
   * A domain of the network.
   *
   * @param tier the lower, the faster its members reach each other
   * @param parent the domain right above it; empty for the top
   * @param children the domains right below it, by name
   * @param nodes all nodes of the session in it, in the session's order
   */
  record HyperNodeInfo(
      String name, int tier, String parent, List<String> children, List<SessionNode> nodes) {

    public HyperNodeInfo {
      children = List.copyOf(children);
      nodes = List.copyOf(nodes);
    }
  }
}
