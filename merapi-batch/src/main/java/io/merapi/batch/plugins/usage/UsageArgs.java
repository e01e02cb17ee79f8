package io.merapi.batch.plugins.usage;

import io.merapi.api.plugin.Arguments;

/**
 * What the {@code usage} plugin reads from its arguments.
 *
 * @param weight of the plugin's score
 * @param cpuWeight of the cpu load within it
 * @param memoryWeight of the memory load within it
 * @param cpuThreshold the cpu load in percent above which a node takes no task
 * @param memoryThreshold the memory load in percent above which a node takes no task
 * @param estimator how load that is not measured yet is estimated
 */
public record UsageArgs(
    long weight,
    long cpuWeight,
    long memoryWeight,
    long cpuThreshold,
    long memoryThreshold,
    Estimator estimator) {

  public static final UsageArgs DEFAULTS = new UsageArgs(5, 1, 1, 80, 80, Estimator.DEFAULTS);

  public static UsageArgs bind(Arguments in) {
    Arguments thresholds = in.object("thresholds");
    return new UsageArgs(
        in.integer("usage.weight").atLeast(0).or(DEFAULTS.weight),
        in.integer("cpu.weight").atLeast(0).or(DEFAULTS.cpuWeight),
        in.integer("memory.weight").atLeast(0).or(DEFAULTS.memoryWeight),
        thresholds.integer("cpu").between(0, 100).or(DEFAULTS.cpuThreshold),
        thresholds.integer("mem").between(0, 100).or(DEFAULTS.memoryThreshold),
        Estimator.bind(in.object("estimator")));
  }

  /**
   * How load that is not measured yet is estimated.
   *
   * @param requestRatio the part of a task's request that counts
   * @param burstRatio the part of what its limit exceeds the request by that counts
   * @param riskThreshold the load, 0 to 1, from which the estimate is raised
   * @param riskFactor by how much
   * @param bestEffortMilliCpu the cpu of a task that requests none
   * @param bestEffortMemory the memory, in bytes, of a task that requests none
   */
  public record Estimator(
      double requestRatio,
      double burstRatio,
      double riskThreshold,
      double riskFactor,
      double bestEffortMilliCpu,
      double bestEffortMemory) {

    private static final long MEBIBYTE = 1 << 20;

    public static final Estimator DEFAULTS = new Estimator(0.7, 0, 0.6, 1.2, 250, 200.0 * MEBIBYTE);

    static Estimator bind(Arguments in) {
      return new Estimator(
          in.number("request_ratio").between(0, 1).or(DEFAULTS.requestRatio),
          in.number("burst_ratio").between(0, 1).or(DEFAULTS.burstRatio),
          in.number("risk_threshold").between(0, 1).or(DEFAULTS.riskThreshold),
          in.number("risk_factor").atLeast(1).or(DEFAULTS.riskFactor),
          bestEffortMilliCpu(in),
          bestEffortMemory(in));
    }

    private static double bestEffortMilliCpu(Arguments in) {
      if (in.isText("be_cpu")) {
        var cpu =
            in.quantity("be_cpu").where(amount -> amount.sign() >= 0, "be at least 0").orNull();
        return cpu == null ? DEFAULTS.bestEffortMilliCpu : cpu.milliValue();
      }
      Long millis = in.integer("be_cpu").atLeast(0).orNull();
      return millis == null ? DEFAULTS.bestEffortMilliCpu : millis;
    }

    private static double bestEffortMemory(Arguments in) {
      if (in.isText("be_mem")) {
        var memory =
            in.quantity("be_mem").where(amount -> amount.sign() >= 0, "be at least 0").orNull();
        return memory == null ? DEFAULTS.bestEffortMemory : memory.value();
      }
      Long mebibytes = in.integer("be_mem").atLeast(0).orNull();
      return mebibytes == null ? DEFAULTS.bestEffortMemory : (double) mebibytes * MEBIBYTE;
    }
  }
}
