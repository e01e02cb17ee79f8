package io.merapi.batch.plugins.predicates;

import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the stable filters said of a node and the pods of a template, for one session. */
final class TemplateCache {

  private final Map<String, Map<String, FilterAnswers>> byNode = new HashMap<>();

  /** The template of a task's pod; null where it names none, and nothing is remembered. */
  static @Nullable String template(Task task) {
    String template = task.pod().meta().annotations().get(VolcanoKeys.TEMPLATE_UID);
    return template == null || template.isEmpty() ? null : template;
  }

  /** What was said of a pod of a template; null where none was asked about. */
  @Nullable FilterAnswers get(SessionNode node, @Nullable String template) {
    Map<String, FilterAnswers> answers = byNode.get(node.name());
    return answers == null || template == null ? null : answers.get(template);
  }

  void put(SessionNode node, @Nullable String template, FilterAnswers answers) {
    if (template != null) {
      byNode.computeIfAbsent(node.name(), _ -> new HashMap<>()).put(template, answers);
    }
  }
}
