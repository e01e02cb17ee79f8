package io.merapi.kube.devices;

/** Names a pool of devices; pools are tried in this order. */
record PoolId(String driver, String pool) implements Comparable<PoolId> {

  @Override
  public int compareTo(PoolId other) {
    int byDriver = driver.compareTo(other.driver);
    return byDriver != 0 ? byDriver : pool.compareTo(other.pool);
  }

  @Override
  public String toString() {
    return driver + "/" + pool;
  }
}
