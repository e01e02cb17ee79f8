package io.merapi.batch.devices.mindcluster;

/**
 * A part of a chip.
 *
 * @param video {@code yes}, {@code no} or {@code null} (no matter): whether a video unit belongs to
 *     it; empty where nothing is said
 */
record NpuAmount(int cores, int cpus, String video) {

  static final String VIDEO_ON = "yes";
  static final String VIDEO_OFF = "no";
  static final String VIDEO_ANY = "null";

  static final NpuAmount NOTHING = new NpuAmount(0, 0, "");

  NpuAmount plus(NpuAmount other) {
    return new NpuAmount(cores + other.cores, cpus + other.cpus, video);
  }

  NpuAmount minus(NpuAmount other) {
    return new NpuAmount(cores - other.cores, cpus - other.cpus, video);
  }

  /** Whether it is at least as much of both. */
  boolean covers(NpuAmount other) {
    return cores >= other.cores && cpus >= other.cpus;
  }

  /** Whether a pod that asks for this may get a part with fewer CPUs. */
  boolean mayHaveFewerCpus() {
    return (cores == 2 && cpus == 2) || (cores == 4 && cpus == 4 && !video.equals(VIDEO_ON));
  }

  /** The part with as many cores and fewer CPUs; the same where there is none. */
  NpuAmount withFewerCpus() {
    return switch (cores) {
      case 2 -> new NpuAmount(2, 1, video);
      case 4 -> new NpuAmount(4, 3, video);
      default -> this;
    };
  }

  NpuAmount withVideo(String newVideo) {
    return new NpuAmount(cores, cpus, newVideo);
  }
}
