package io.merapi.batch.plugins.nodeorder;

import io.merapi.api.node.Node;
import io.merapi.api.node.NodeInfo;
import io.merapi.kube.plugins.imagelocality.WantedImages;
import io.merapi.kube.state.Snapshot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How many nodes held an image when a node was heard of last. It outlives sessions.
 *
 * <p>Kept from upstream, where a node notes that number once, when it comes or changes, and not
 * when others do: of two nodes that came one after the other with the same image, the first takes
 * itself for the only holder until it is heard of again. Used by one thread.
 */
public final class ImageHolders {

  /** Those that hold an image, by name. */
  private final Map<String, Noted> nodes = new HashMap<>();

  private final Map<String, Image> images = new HashMap<>();
  private @Nullable Snapshot followed;

  /** Takes note of nodes that came, changed or went since the last time. */
  void follow(Snapshot next) {
    Snapshot last = followed;
    followed = next;
    if (last != null && next.sharesHistoryWith(last)) {
      followChanges(last, next);
    } else {
      next.forEachNode(this::note);
      forgetGone(new ArrayList<>(nodes.keySet()), next);
    }
  }

  /** Others are the same objects, so that nothing would come of looking at them. */
  private void followChanges(Snapshot last, Snapshot next) {
    var maybeGone = new ArrayList<String>();
    next.since(last)
        .forEachNodeInfo(place -> {
          NodeInfo now = place < next.nodeBound() ? next.node(place) : null;
          if (now != null) {
            note(now);
          }
          NodeInfo before = place < last.nodeBound() ? last.node(place) : null;
          if (before != null) {
            maybeGone.add(before.name());
          }
        });
    forgetGone(maybeGone, next);
  }

  @SuppressWarnings("ReferenceEquality") // an unchanged node is the same object
  private void note(NodeInfo info) {
    Node node = info.node();
    Noted before = nodes.get(info.name());
    if (node == null || (before != null && before.node == node)) {
      return;
    }
    if (before != null) {
      forget(before);
    }
    List<String> names = info.imageNames();
    if (names.isEmpty()) {
      nodes.remove(info.name());
      return;
    }
    int[] holders = new int[names.size()];
    for (int i = 0; i < holders.length; i++) {
      String name = names.get(i);
      Image image = images.computeIfAbsent(name, _ -> new Image(info.imageSizeBytes(name)));
      image.holders++;
      holders[i] = image.holders;
    }
    nodes.put(info.name(), new Noted(node, names, holders));
  }

  private void forgetGone(List<String> names, Snapshot next) {
    for (String name : names) {
      if (next.node(name) == null) {
        Noted gone = nodes.remove(name);
        if (gone != null) {
          forget(gone);
        }
      }
    }
  }

  private void forget(Noted noted) {
    for (String name : noted.names) {
      images.computeIfPresent(
          name,
          (_, image) -> {
            image.holders--;
            return image.holders == 0 ? null : image;
          });
    }
  }

  /**
   * What the images of a pod are worth that a node holds.
   *
   * @param sessionNodes how many nodes the session has
   */
  long worth(WantedImages wanted, String nodeName, int sessionNodes) {
    long sum = 0;
    List<String> names = wanted.names();
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      Image image = images.get(name);
      Noted noted = image == null ? null : nodes.get(nodeName);
      int place = noted == null ? -1 : Collections.binarySearch(noted.names, name);
      if (image != null && noted != null && place >= 0) {
        sum += WantedImages.worth(image.sizeBytes, noted.holders[place], sessionNodes);
      }
    }
    return sum;
  }

  /** An image that some node holds; its size is what the first of them reported. */
  private static final class Image {

    final long sizeBytes;
    int holders;

    Image(long sizeBytes) {
      this.sizeBytes = sizeBytes;
    }
  }

  /** A node as it was heard of last, with the number of holders of each of its images then. */
  private static final class Noted {

    final Node node;
    final List<String> names;
    final int[] holders;

    Noted(Node node, List<String> names, int[] holders) {
      this.node = node;
      this.names = names;
      this.holders = holders;
    }
  }
}
