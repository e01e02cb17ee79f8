package io.merapi.config.objects;

import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.topology.HyperNode;
import io.merapi.api.topology.HyperNode.MemberType;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code topology.volcano.sh/v1alpha1 HyperNode}. */
final class HyperNodeFormat {

  private HyperNodeFormat() {}

  /** Reads the fields of the object; the cursor stands inside it, before its first field. */
  static HyperNode read(ObjectCursor in) {
    ObjectMeta meta = MetaFormat.ABSENT;
    var spec = new Spec();
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "metadata" -> meta = MetaFormat.read(in);
        case "spec" -> spec.read(in);
        default -> in.skip();
      }
    }
    return new HyperNode(meta, spec.tier, spec.tierName, spec.members);
  }

  static Map<String, Object> write(HyperNode hyperNode) {
    return new FieldMap()
        .map("metadata", MetaFormat.write(hyperNode.meta()))
        .map(
            "spec",
            new FieldMap()
                .list("members", hyperNode.members(), HyperNodeFormat::write)
                .number("tier", hyperNode.tier())
                .text("tierName", hyperNode.tierName())
                .fields())
        .fields();
  }

  private static final class Spec {
    private int tier;
    private String tierName = "";
    private List<HyperNode.Member> members = List.of();

    void read(ObjectCursor in) {
      if (!in.enterObject()) {
        return;
      }
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "tier" -> tier = in.int32();
          case "tierName" -> tierName = in.text();
          case "members" -> members = in.list(HyperNodeFormat::member);
          default -> in.skip();
        }
      }
    }
  }

  private static HyperNode.Member member(ObjectCursor in) {
    MemberType type = MemberType.UNSET;
    var selector = new Selector();
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "type" -> type = Choices.read(in, MemberType.values(), MemberType::text);
          case "selector" -> selector.read(in);
          default -> in.skip();
        }
      }
    }
    return new HyperNode.Member(type, selector.exactName, selector.namePattern, selector.labels);
  }

  private static Map<String, Object> write(HyperNode.Member member) {
    return new FieldMap()
        .map(
            "selector",
            new FieldMap()
                .present("exactMatch", wrapped("name", member.exactName()))
                .present("labelMatch", SelectorFormat.write(member.labels()))
                .present("regexMatch", wrapped("pattern", member.namePattern()))
                .fields())
        .text("type", member.type().text())
        .fields();
  }

  private static @Nullable Map<String, Object> wrapped(String name, @Nullable String value) {
    return value == null ? null : new FieldMap().text(name, value).fields();
  }

  private static final class Selector {
    private @Nullable String exactName;
    private @Nullable String namePattern;
    private @Nullable LabelSelector labels;

    void read(ObjectCursor in) {
      if (!in.enterObject()) {
        return;
      }
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "exactMatch" -> exactName = unwrapped("name", in);
          case "regexMatch" -> namePattern = unwrapped("pattern", in);
          case "labelMatch" -> labels = SelectorFormat.readLabelSelector(in);
          default -> in.skip();
        }
      }
    }
  }

  /** The text inside an object that has only this field; null where the object is absent. */
  private static @Nullable String unwrapped(String name, ObjectCursor in) {
    if (!in.enterObject()) {
      return null;
    }
    String value = "";
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      if (field.equals(name)) {
        value = in.text();
      } else {
        in.skip();
      }
    }
    return value;
  }
}
