package io.merapi.sim.recording;

import io.merapi.sim.report.Curve;
import io.merapi.sim.report.HeatMap;
import io.merapi.sim.report.HeatMap.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Keeps how busy nodes are, in a bounded number of rows.
 *
 * <p>Where the first nodes that come are too many for a row each, neighbours by name share one;
 * once there are as many rows as there may be, a new node joins the row of its neighbour.
 */
final class HeatMapRecorder {

  /** By the name of the first node of each. */
  private final TreeMap<String, RowTally> rows = new TreeMap<>();

  private final List<NodeUse> homeless = new ArrayList<>();
  private final List<RowTally> changed = new ArrayList<>();

  /** A row so far. */
  static final class RowTally {
    private final Track shares = new Track(HeatMap.MOST_POINTS);
    private final Track present = new Track(HeatMap.MOST_POINTS);
    private final String first;
    private String last;
    private int nodes;
    private double share;
    private int nodesPresent;
    private boolean changed;

    RowTally(String first) {
      this.first = first;
      this.last = first;
    }
  }

  /** What a node holds or offers has changed. */
  void changed(NodeUse node) {
    RowTally row = node.row;
    if (row == null) {
      homeless.add(node);
      return;
    }
    double share = node.share();
    row.share += share - node.shown;
    node.shown = share;
    if (node.present() != node.shownPresent) {
      node.shownPresent = node.present();
      row.nodesPresent += node.present() ? 1 : -1;
    }
    if (!row.changed) {
      row.changed = true;
      changed.add(row);
    }
  }

  void settle(long now) {
    if (!homeless.isEmpty()) {
      house();
    }
    for (RowTally row : changed) {
      row.changed = false;
      row.shares.set(now, row.share);
      row.present.set(now, row.nodesPresent);
    }
    changed.clear();
  }

  private void house() {
    var sorted = new TreeMap<String, NodeUse>();
    homeless.forEach(node -> sorted.put(node.name, node));
    homeless.clear();
    int perRow = rows.isEmpty() ? Math.ceilDiv(sorted.size(), HeatMap.MOST_ROWS) : 1;
    int housed = 0;
    for (NodeUse node : sorted.values()) {
      if (housed++ % perRow == 0 && rows.size() < HeatMap.MOST_ROWS) {
        rows.put(node.name, new RowTally(node.name));
      }
      Map.Entry<String, RowTally> before = rows.floorEntry(node.name);
      RowTally row = (before == null ? rows.firstEntry() : before).getValue();
      row.nodes++;
      row.last = node.name.compareTo(row.last) > 0 ? node.name : row.last;
      node.row = row;
      changed(node);
    }
  }

  HeatMap result(Instant start, long end) {
    var result = new ArrayList<Row>();
    for (RowTally row : rows.values()) {
      double[] shares = row.shares.means(end);
      double[] present = row.present.means(end);
      result.add(
          new Row(
              row.first,
              row.last,
              row.nodes,
              Curve.of(
                  shares.length,
                  i -> present[i] == 0 ? Double.NaN : Math.max(0, shares[i] / present[i]))));
    }
    long step = Track.step(end, HeatMap.MOST_POINTS);
    int points = (int) ((end + step - 1) / step);
    return new HeatMap(start, Duration.ofMillis(step), points, result);
  }
}
