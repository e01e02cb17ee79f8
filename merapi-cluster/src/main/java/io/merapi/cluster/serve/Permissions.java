package io.merapi.cluster.serve;

import io.merapi.cluster.http.ApiClient;
import io.merapi.cluster.permission.ApiCall;
import io.merapi.config.objects.ObjectWriter;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Asks the API server who may ask for what here. */
final class Permissions {

  /** They may do anything, also while the API server is away. */
  private static final String MASTERS = "system:masters";

  private final ApiClient client;
  private final AccessSettings settings;
  private final ShortMemory<Question, Boolean> known = new ShortMemory<>();

  Permissions(ApiClient client, AccessSettings settings) {
    this.client = client;
    this.settings = settings;
  }

  boolean allows(Identity who, String verb, String path) throws IOException {
    if (who.groups().contains(MASTERS) || settings.isOpen(path)) {
      return true;
    }
    var question = new Question(who, verb, path);
    Boolean remembered = known.get(question);
    if (remembered != null) {
      return remembered;
    }
    Map<?, ?> answer =
        Answers.tree(
            client.send(
                ApiCall.CREATE_ACCESS_REVIEW.create("", ObjectWriter.json(review(question)))));
    Map<?, ?> status = Answers.map(answer.get("status"));
    boolean allowed =
        Boolean.TRUE.equals(status.get("allowed")) && !Boolean.TRUE.equals(status.get("denied"));
    known.put(question, allowed, allowed ? settings.allowedLife() : settings.deniedLife());
    return allowed;
  }

  private static Map<String, Object> review(Question question) {
    var spec = new LinkedHashMap<String, Object>();
    spec.put("user", question.who.name());
    spec.put("groups", question.who.groups());
    if (!question.who.uid().isEmpty()) {
      spec.put("uid", question.who.uid());
    }
    if (!question.who.extra().isEmpty()) {
      spec.put("extra", question.who.extra());
    }
    spec.put("nonResourceAttributes", Map.of("path", question.path, "verb", question.verb));
    return Map.of(
        "apiVersion", "authorization.k8s.io/v1", "kind", "SubjectAccessReview", "spec", spec);
  }

  private record Question(Identity who, String verb, String path) {}
}
