package io.merapi.api.node;

import java.util.Collections;
import java.util.List;
import java.util.TreeMap;

/** The images of a node by name: sorted names beside their sizes, found by bisection. */
final class NodeImages {

  static final NodeImages NONE = new NodeImages(List.of(), new long[0]);

  private final List<String> names;
  private final long[] sizes;

  private NodeImages(List<String> names, long[] sizes) {
    this.names = names;
    this.sizes = sizes;
  }

  /** Of a name that stands twice the first size counts, as upstream. */
  static NodeImages of(List<Node.Image> images) {
    if (images.isEmpty()) {
      return NONE;
    }
    var byName = new TreeMap<String, Long>();
    for (Node.Image image : images) {
      for (String name : image.names()) {
        byName.putIfAbsent(name, image.sizeBytes());
      }
    }
    return new NodeImages(
        List.copyOf(byName.keySet()),
        byName.values().stream().mapToLong(Long::longValue).toArray());
  }

  /** The size of an image, or -1 where the node does not hold it. */
  long sizeBytes(String name) {
    int position = Collections.binarySearch(names, name);
    return position < 0 ? -1 : sizes[position];
  }

  List<String> names() {
    return names;
  }
}
