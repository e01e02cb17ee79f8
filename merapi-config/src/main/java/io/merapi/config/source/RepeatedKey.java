package io.merapi.config.source;

import io.merapi.config.source.SourceNode.Entry;
import io.merapi.config.source.SourceNode.Mapping;
import io.merapi.config.source.SourceNode.Scalar;
import io.merapi.config.source.SourceNode.Sequence;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * A key that stands in one object more than once.
 *
 * @param where the later one stands
 * @param overMerged whether the earlier ones were all merged in, which is what merging is for
 */
public record RepeatedKey(Location where, String path, boolean overMerged) {

  /** All of them in a tree, those of an object before those of the objects inside it. */
  public static List<RepeatedKey> in(SourceNode root) {
    var found = new ArrayList<RepeatedKey>();
    collect(root, "", found);
    return found;
  }

  private static void collect(SourceNode node, String path, List<RepeatedKey> found) {
    switch (node) {
      case Scalar _ -> {
        // A single value has no keys.
      }
      case Sequence list -> {
        for (int i = 0; i < list.items().size(); i++) {
          collect(list.items().get(i), path + "[" + i + "]", found);
        }
      }
      case Mapping mapping -> {
        var own = new HashSet<String>();
        var merged = new HashSet<String>();
        for (Entry entry : mapping.entries()) {
          boolean afterOwn = own.contains(entry.key());
          if (afterOwn || merged.contains(entry.key())) {
            found.add(new RepeatedKey(entry.where(), child(path, entry), !afterOwn));
          }
          (entry.merged() ? merged : own).add(entry.key());
        }
        for (Entry entry : mapping.entries()) {
          collect(entry.value(), child(path, entry), found);
        }
      }
    }
  }

  private static String child(String path, Entry entry) {
    return path.isEmpty() ? entry.key() : path + "." + entry.key();
  }
}
