package io.merapi.batch.devices.mindcluster;

import static io.merapi.batch.devices.mindcluster.NpuAmount.VIDEO_ANY;
import static io.merapi.batch.devices.mindcluster.NpuAmount.VIDEO_OFF;
import static io.merapi.batch.devices.mindcluster.NpuAmount.VIDEO_ON;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parts into which chips can be cut, and what whole chips have. */
final class NpuTemplates {

  static final String ASCEND_310P = "Ascend310P";

  /** The parts of a 310P chip by name: what pods can ask for. */
  static final Map<String, NpuAmount> OF_310P =
      Map.of(
          "vir01", new NpuAmount(1, 1, VIDEO_ANY),
          "vir02", new NpuAmount(2, 2, VIDEO_ANY),
          "vir02_1c", new NpuAmount(2, 1, VIDEO_ANY),
          "vir04", new NpuAmount(4, 4, VIDEO_ANY),
          "vir04_3c", new NpuAmount(4, 3, VIDEO_ANY),
          "vir04_3c_ndvpp", new NpuAmount(4, 3, VIDEO_OFF),
          "vir04_4c_dvpp", new NpuAmount(4, 4, VIDEO_ON));

  private static final Map<String, NpuAmount> OF_910B1_AND_B2 =
      Map.of(
          "vir06_1c_16g", new NpuAmount(6, 1, VIDEO_ANY),
          "vir03_1c_8g", new NpuAmount(3, 1, VIDEO_ANY),
          "vir12_3c_32g", new NpuAmount(12, 3, VIDEO_ANY));

  /** The parts by name, by the kind or type of a chip: what pods can be found with. */
  private static final Map<String, Map<String, NpuAmount>> BY_CHIP =
      Map.of(
          ASCEND_310P,
          OF_310P,
          "Ascend910",
          Map.of(
              "vir02", new NpuAmount(2, 1, VIDEO_ANY),
              "vir04", new NpuAmount(4, 1, VIDEO_ANY),
              "vir08", new NpuAmount(8, 3, VIDEO_ANY),
              "vir16", new NpuAmount(16, 7, VIDEO_ANY)),
          "910B1",
          OF_910B1_AND_B2,
          "910B2C",
          OF_910B1_AND_B2,
          "910B2",
          OF_910B1_AND_B2,
          "910B3",
          Map.of(
              "vir05_1c_16g", new NpuAmount(5, 1, VIDEO_ANY),
              "vir10_3c_32g", new NpuAmount(10, 3, VIDEO_ANY)),
          "910B4",
          Map.of(
              "vir05_1c_8g", new NpuAmount(5, 1, VIDEO_ANY),
              "vir10_3c_16g_nm", new NpuAmount(10, 3, VIDEO_OFF),
              "vir10_4c_16g_m", new NpuAmount(10, 4, VIDEO_ON),
              "vir10_3c_16g", new NpuAmount(10, 3, VIDEO_ANY)));

  private static final List<WholeChip> WHOLE_CHIPS =
      List.of(
          new WholeChip(ASCEND_310P, 8, 7),
          new WholeChip("910B1", 25, 6),
          new WholeChip("910B2C", 24, 6),
          new WholeChip("910B3", 20, 6),
          new WholeChip("910B4", 20, 6),
          new WholeChip("910B2", 24, 6),
          new WholeChip(ASCEND_310P, 10, 7));

  private NpuTemplates() {}

  /** What a part is by its name; null where chips of that kind have none such. */
  static @Nullable NpuAmount part(String chip, String name) {
    return BY_CHIP.getOrDefault(chip, Map.of()).get(name);
  }

  /** The name of a part of a 310P chip; empty where there is none such. */
  static String name(NpuAmount amount) {
    return OF_310P.entrySet().stream()
        .filter(template -> template.getValue().equals(amount))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse("");
  }

  /**
   * What a pod gets that asks for some cores of a 310P chip; nothing for other numbers of cores.
   */
  static NpuAmount asked(int cores, boolean fewCpus, String video) {
    String name =
        switch (cores) {
          case 1 -> "vir01";
          case 2 -> fewCpus ? "vir02_1c" : "vir02";
          case 4 ->
              switch (video) {
                case VIDEO_ON -> "vir04_4c_dvpp";
                case VIDEO_OFF -> "vir04_3c_ndvpp";
                default -> fewCpus ? "vir04_3c" : "vir04";
              };
          default -> "";
        };
    return OF_310P.getOrDefault(name, NpuAmount.NOTHING);
  }

  /**
   * How many CPUs a whole chip has.
   *
   * @return less than 0 where chips of that kind with so many cores are not known
   */
  static int cpusOfWhole(String kind, String type, int cores) {
    return WHOLE_CHIPS.stream()
        .filter(chip -> (chip.kind.equals(kind) || chip.kind.equals(type)) && chip.cores == cores)
        .reduce((_, later) -> later)
        .map(WholeChip::cpus)
        .orElse(-1);
  }

  private record WholeChip(String kind, int cores, int cpus) {}
}
