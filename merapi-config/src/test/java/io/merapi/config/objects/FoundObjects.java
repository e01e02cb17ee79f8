package io.merapi.config.objects;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.config.objects.Tokens.Token;
import io.merapi.config.source.Location;
import java.util.ArrayList;
import java.util.List;

/** What a reader finds in a text, line by line. */
final class FoundObjects implements ObjectSink {

  final List<ClusterObject> read = new ArrayList<>();
  final List<String> lines = new ArrayList<>();

  /** The lines of what was not read. */
  final List<String> notRead = new ArrayList<>();

  static FoundObjects of(Tokens tokens) {
    return of(tokens, new ObjectReader());
  }

  static FoundObjects of(Tokens tokens, ObjectReader reader) {
    var found = new FoundObjects();
    while (tokens.next() != Token.END) {
      reader.read(tokens, found);
    }
    return found;
  }

  @Override
  public void object(ClusterObject object, Location where) {
    read.add(object);
    lines.add("%s: %s %s".formatted(where, object.kind().kindName(), object.key()));
  }

  @Override
  public void skipped(String group, String kindName) {
    missed("skipped %s of '%s'".formatted(kindName, group));
  }

  @Override
  public void malformed(MalformedObjectException complaint) {
    missed("%s: %s %s".formatted(complaint.where(), complaint.path(), complaint.getMessage()));
  }

  private void missed(String line) {
    lines.add(line);
    notRead.add(line);
  }
}
