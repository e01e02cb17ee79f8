package io.merapi.cluster.serve;

import com.sun.net.httpserver.HttpExchange;
import io.merapi.config.objects.ObjectWriter;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Lets those in whom the cluster knows and lets, and answers others as an API server does. */
final class ClusterGuard implements Guard {

  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int BROKEN = 500;

  private final Identities identities;
  private final Permissions permissions;

  ClusterGuard(Identities identities, Permissions permissions) {
    this.identities = identities;
    this.permissions = permissions;
  }

  @Override
  public @Nullable PageAnswer refusal(HttpExchange exchange) {
    Identity who;
    try {
      who = identities.of(exchange);
    } catch (IOException _) {
      // Who cannot be asked about is nobody.
      who = null;
    }
    if (who == null) {
      return status(UNAUTHORIZED, "Unauthorized", "Unauthorized");
    }
    String verb = exchange.getRequestMethod().toLowerCase(Locale.ROOT);
    String path = exchange.getRequestURI().getPath();
    try {
      return permissions.allows(who, verb, path)
          ? null
          : status(
              FORBIDDEN,
              "Forbidden",
              "forbidden: User \"%s\" cannot %s path \"%s\"".formatted(who.name(), verb, path));
    } catch (IOException e) {
      return status(BROKEN, "InternalError", "the API server cannot be asked: " + e.getMessage());
    }
  }

  private static PageAnswer status(int code, String reason, String message) {
    var status = new LinkedHashMap<String, Object>();
    status.put("kind", "Status");
    status.put("apiVersion", "v1");
    status.put("metadata", Map.of());
    status.put("status", "Failure");
    status.put("message", message);
    status.put("reason", reason);
    status.put("code", code);
    return new PageAnswer(code, PageAnswer.JSON, ObjectWriter.json(status) + "\n");
  }
}
