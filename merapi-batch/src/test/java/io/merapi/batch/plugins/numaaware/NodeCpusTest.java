package io.merapi.batch.plugins.numaaware;

import static io.merapi.testkit.NumatopologyBuilder.numatopology;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.pod.Container;
import io.merapi.api.pod.ResourceRequirements;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import io.merapi.batch.plugins.numaaware.NodeCpus.Assignment;
import io.merapi.testkit.NumatopologyBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class NodeCpusTest {

  static Stream<String> recorded() throws IOException {
    try (InputStream in = NodeCpusTest.class.getResourceAsStream("assignments.txt")) {
      byte[] text = Objects.requireNonNull(in).readAllBytes();
      List<String> lines = new String(text, StandardCharsets.UTF_8).lines().toList();
      return lines.stream().filter(line -> !line.startsWith("#"));
    }
  }

  @ParameterizedTest
  @MethodSource("recorded")
  void givesTheCpusThatUpstreamGives(String line) {
    String[] parts = line.split("\\|", -1);
    NumatopologyBuilder node = numatopology("n").topologyManager(parts[2]);
    for (String cpu : parts[0].split(" ", -1)) {
      String[] place = cpu.split(":", -1);
      node.cpu(
          Integer.parseInt(place[0]),
          Integer.parseInt(place[1]),
          Integer.parseInt(place[2]),
          Integer.parseInt(place[3]));
    }
    if (!parts[1].equals("none")) {
      node.free(parts[1]);
    }
    if (!parts[3].equals("0")) {
      node.reserved("cpu", parts[3] + "m");
    }
    String[] requests =
        Stream.of(parts[4].split(" ", -1)).map("%sm"::formatted).toArray(String[]::new);
    Assignment given = cpus(node).assign(containers(requests));
    String expected = parts[5];
    if (expected.startsWith("refused")) {
      assertThat(Objects.requireNonNull(given.refused()).name())
          .isEqualTo(expected.substring("refused ".length()));
    } else {
      assertThat(given.refused()).isNull();
      assertThat(given.cpus()).isEqualTo(CpuSet.parse(expected.substring("cpus ".length())));
    }
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "none, '0-1,4-5'",
    "best-effort, '0-1,4-5'",
    "restricted, refused",
    "single-numa-node, refused",
    "no-such-policy, '0-1,4-5'"
  })
  void policiesDifferWhereCpusAreScattered(String policy, String expected) {
    // Two NUMA nodes of four CPUs; each has two free.
    NodeCpus node = cpus(numatopology("n").numaNodes(2, 2).topologyManager(policy).free("0-1,4-5"));
    Assignment given = node.assign(containers("4"));
    if (expected.equals("refused")) {
      assertThat(given.refused()).isNotNull();
    } else {
      assertThat(given.cpus()).isEqualTo(CpuSet.parse(expected));
    }
  }

  @Test
  void restrictedTakesTwoNumaNodesWhereOneCouldNeverDo() {
    NodeCpus node = cpus(numatopology("n").numaNodes(3, 2).topologyManager("restricted"));
    assertThat(node.assign(containers("6")).cpus()).isEqualTo(CpuSet.parse("0-5"));
    NodeCpus single = cpus(numatopology("n").numaNodes(3, 2).topologyManager("single-numa-node"));
    assertThat(single.assign(containers("6")).refused()).isNotNull();
  }

  @Test
  void containersGetTheirCpusOneAfterTheOtherAndPartsOfACpuAreNotGivenAway() {
    NodeCpus node = cpus(numatopology("n").numaNodes(2, 2).topologyManager("single-numa-node"));
    assertThat(node.assign(containers("3", "1500m", "4")).cpus())
        .isEqualTo(CpuSet.parse("0-2,4-7"));
    assertThat(node.assign(containers("3", "4", "4")).refused())
        .isEqualTo(containers("3", "4", "4").get(2));
  }

  @ParameterizedTest(name = "{0}={1} keeps {2}")
  @CsvSource({
    "cpu, 1, 1",
    "cpu, 1100m, 2",
    "cpu, 0, 0",
    "cpu, 100, 0",
    "cpu, -1, 0",
    "cpu, many, 0",
    "memory, 1Gi, 0"
  })
  void whatTheNodeKeepsForItselfIsNotGivenAway(String resource, String amount, int kept) {
    NodeCpus node =
        cpus(
            numatopology("n")
                .numaNodes(1, 4)
                .topologyManager("best-effort")
                .reserved(resource, amount));
    assertThat(node.assign(containers(Integer.toString(8 - kept))).cpus().size())
        .isEqualTo(8 - kept);
    assertThat(node.assign(containers(Integer.toString(9 - kept))).cpus()).isEqualTo(CpuSet.EMPTY);
  }

  @Test
  void oneReservationThatMakesNoSenseDropsThemAll() {
    NodeCpus node =
        cpus(
            numatopology("n")
                .numaNodes(1, 4)
                .topologyManager("best-effort")
                .reserved("cpu", "4")
                .reserved("example.com/gpu", "1"));
    assertThat(node.assign(containers("8")).cpus().size()).isEqualTo(8);
  }

  @Test
  void cpusThatAreTakenAreNotGivenAgainUntilTheyAreGivenBack() {
    NodeCpus node = cpus(numatopology("n").numaNodes(2, 2).topologyManager("restricted"));
    node.take(CpuSet.parse("0-3"));
    assertThat(node.assign(containers("4")).cpus()).isEqualTo(CpuSet.parse("4-7"));
    node.take(CpuSet.parse("4-7"));
    assertThat(node.hasFree()).isFalse();
    node.giveBack(CpuSet.parse("0-3"));
    assertThat(node.assign(containers("4")).cpus()).isEqualTo(CpuSet.parse("0-3"));
  }

  @Test
  void numbersBeyondAllMachinesAreLeftOut() {
    NodeCpus node =
        cpus(
            numatopology("n")
                .cpu(Integer.MAX_VALUE, 0, 0, 0)
                .cpu(-1, 0, 0, 0)
                .cpu(0, 70, 0, 0)
                .topologyManager("restricted")
                .free("0"));
    assertThat(node.assign(containers("1")).cpus()).isEqualTo(CpuSet.of(0));
    assertThat(node.assign(containers("2")).refused()).isNotNull();
  }

  private static NodeCpus cpus(NumatopologyBuilder node) {
    return new NodeCpus(node.build(), CpuSet.EMPTY);
  }

  private static List<Container> containers(String... cpus) {
    List<Container> containers = new ArrayList<>();
    for (String amount : cpus) {
      var requests = new ResourceList(Map.of("cpu", Quantity.parse(amount)));
      containers.add(
          new Container(
              Integer.toString(containers.size()),
              "",
              new ResourceRequirements(requests, requests, List.of()),
              List.of(),
              "",
              false));
    }
    return containers;
  }
}
