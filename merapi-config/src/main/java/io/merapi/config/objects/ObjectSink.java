package io.merapi.config.objects;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.config.source.Location;

/** Takes what an {@link ObjectReader} finds, in the order of the text. */
public interface ObjectSink {

  /**
   * An object that was read.
   *
   * @param where its beginning
   */
  void object(ClusterObject object, Location where);

  /**
   * An object of a kind that scheduling does not read.
   *
   * @param group the API group; empty for the core group
   */
  void skipped(String group, String kindName);

  /** An object that could not be read; the objects after it are read all the same. */
  void malformed(MalformedObjectException complaint);
}
