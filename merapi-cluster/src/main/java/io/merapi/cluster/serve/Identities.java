package io.merapi.cluster.serve;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsExchange;
import io.merapi.cluster.http.ApiAnswer;
import io.merapi.cluster.http.ApiClient;
import io.merapi.cluster.permission.ApiCall;
import io.merapi.config.objects.ObjectWriter;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathValidator;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * Finds out who asks: by a certificate that an authority of the cluster vouches for, or by a bearer
 * token that the API server knows.
 */
final class Identities {

  private static final String BEARER = "Bearer ";
  private static final String CLIENT_USE = "1.3.6.1.5.5.7.3.2";

  private final ApiClient client;
  private final AccessSettings settings;
  private final Set<TrustAnchor> authorities;
  private final ShortMemory<String, Identity> known = new ShortMemory<>();

  Identities(ApiClient client, AccessSettings settings, List<X509Certificate> authorities) {
    this.client = client;
    this.settings = settings;
    this.authorities =
        authorities.stream()
            .map(authority -> new TrustAnchor(authority, null))
            .collect(Collectors.toUnmodifiableSet());
  }

  /** Who asks; null where what is shown proves nothing. */
  @Nullable Identity of(HttpExchange exchange) throws IOException {
    List<X509Certificate> chain = certificates(exchange);
    if (!authorities.isEmpty() && !chain.isEmpty()) {
      Identity named = byCertificate(chain);
      if (named != null) {
        return named;
      }
    }
    String header = exchange.getRequestHeaders().getFirst("Authorization");
    if (header != null && header.startsWith(BEARER)) {
      return byToken(header.substring(BEARER.length()).strip());
    }
    return chain.isEmpty() || authorities.isEmpty() ? Identity.ANONYMOUS : null;
  }

  private static List<X509Certificate> certificates(HttpExchange exchange) {
    if (!(exchange instanceof HttpsExchange secure)) {
      return List.of();
    }
    try {
      Certificate[] shown = secure.getSSLSession().getPeerCertificates();
      return Arrays.stream(shown).map(X509Certificate.class::cast).toList();
    } catch (SSLPeerUnverifiedException _) {
      return List.of();
    }
  }

  private @Nullable Identity byCertificate(List<X509Certificate> chain) {
    try {
      var parameters = new PKIXParameters(authorities);
      parameters.setRevocationEnabled(false);
      CertPathValidator.getInstance("PKIX")
          .validate(CertificateFactory.getInstance("X.509").generateCertPath(chain), parameters);
      List<String> uses = chain.getFirst().getExtendedKeyUsage();
      if (uses != null && !uses.contains(CLIENT_USE)) {
        return null;
      }
      return named(chain.getFirst());
    } catch (GeneralSecurityException | InvalidNameException _) {
      return null;
    }
  }

  /** The common name is the user and every organization a group, as everywhere in Kubernetes. */
  private static @Nullable Identity named(X509Certificate certificate) throws InvalidNameException {
    String name = "";
    var groups = new ArrayList<String>();
    for (Rdn part : new LdapName(certificate.getSubjectX500Principal().getName()).getRdns()) {
      switch (part.getType()) {
        case "CN" -> name = part.getValue().toString();
        case "O" -> groups.add(part.getValue().toString());
        default -> {}
      }
    }
    return name.isEmpty() ? null : Identity.proven(name, "", groups, Map.of());
  }

  private @Nullable Identity byToken(String token) throws IOException {
    Identity remembered = known.get(token);
    if (remembered != null) {
      return remembered;
    }
    ApiAnswer answer =
        client.send(
            ApiCall.CREATE_TOKEN_REVIEW.create(
                "",
                ObjectWriter.json(
                    Map.of(
                        "apiVersion",
                        "authentication.k8s.io/v1",
                        "kind",
                        "TokenReview",
                        "spec",
                        Map.of("token", token)))));
    Map<?, ?> status = Answers.map(Answers.tree(answer).get("status"));
    if (!Boolean.TRUE.equals(status.get("authenticated"))) {
      return null;
    }
    Map<?, ?> user = Answers.map(status.get("user"));
    var extra = new LinkedHashMap<String, Object>();
    Answers.map(user.get("extra"))
        .forEach((key, value) -> extra.put(String.valueOf(key), Answers.texts(value)));
    Identity identity =
        Identity.proven(
            Answers.text(user.get("username")),
            Answers.text(user.get("uid")),
            Answers.texts(user.get("groups")),
            extra);
    known.put(token, identity, settings.tokenLife());
    return identity;
  }
}
