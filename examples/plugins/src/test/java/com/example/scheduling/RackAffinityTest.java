package com.example.scheduling;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import java.util.List;
import org.junit.jupiter.api.Test;

class RackAffinityTest {

  private final CycleState state = new CycleState(0);
  private final NodeInfo inRackOne = node("a").label("rack", "r1").info();
  private final NodeInfo inRackTwo = node("b").label("rack", "r2").info();
  private final PodInfo forRackOne = pod("p").annotation("example.com/rack", "r1").info();
  private final PodInfo forAnyRack = pod("q").info();

  @Test
  void prefersTheRackThatAPodNames() {
    var plugin = new RackAffinity(new RackAffinity.Args("rack", false));

    assertEquals(100, plugin.score(state, forRackOne, inRackOne));
    assertEquals(0, plugin.score(state, forRackOne, inRackTwo));
    assertTrue(plugin.filter(state, forRackOne, inRackTwo).isSuccess());
  }

  @Test
  void insistsOnItWhereTheConfigurationSaysSo() {
    var plugin = new RackAffinity(new RackAffinity.Args("rack", true));

    Verdict elsewhere = plugin.filter(state, forRackOne, inRackTwo);
    assertEquals(List.of("node(s) were in another rack"), elsewhere.texts());
    assertTrue(plugin.filter(state, forRackOne, inRackOne).isSuccess());
    assertTrue(plugin.filter(state, forAnyRack, inRackTwo).isSuccess());
  }
}
