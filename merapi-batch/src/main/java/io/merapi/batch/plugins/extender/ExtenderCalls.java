package io.merapi.batch.plugins.extender;

import io.merapi.batch.plugins.extender.ExtenderTransport.Call;
import io.merapi.batch.plugins.extender.ExtenderTransport.Reply;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The calls that a session makes to its server; every one that fails is made known. */
final class ExtenderCalls {

  private static final int OK = 200;

  private final ExtenderArgs args;
  private final ExtenderTransport transport;
  private final Consumer<String> failed;

  ExtenderCalls(ExtenderArgs args, ExtenderTransport transport, Consumer<String> failed) {
    this.args = args;
    this.transport = transport;
    this.failed = failed;
  }

  /** Reads an answer. */
  interface Reader<T> {
    T read(Answer answer) throws ExtenderException;
  }

  /**
   * Asks, and reads the answer.
   *
   * @param otherwise what counts where that fails
   */
  <T> T ask(
      String verb,
      Map<String, @Nullable Object> question,
      Reader<T> reader,
      Function<ExtenderException, T> otherwise) {
    try {
      return reader.read(Answer.of(post(verb, question, true)));
    } catch (ExtenderException e) {
      failed.accept(e.text());
      return otherwise.apply(e);
    }
  }

  /**
   * Tells, and takes no interest in what is said to it.
   *
   * @return whether the server took it
   */
  boolean tell(String verb, Map<String, @Nullable Object> question) {
    try {
      post(verb, question, false);
      return true;
    } catch (ExtenderException e) {
      failed.accept(e.text());
      return false;
    }
  }

  private @Nullable Object post(
      String verb, Map<String, @Nullable Object> question, boolean wantsAnswer)
      throws ExtenderException {
    String url = args.urlPrefix().replaceAll("/+$", "") + "/" + verb;
    Reply reply = transport.post(new Call(url, question, args.timeout(), wantsAnswer));
    if (reply.code() != OK) {
      throw new ExtenderException(
          "failed %s with extender at URL %s, code %d".formatted(verb, url, reply.code()));
    }
    return reply.body();
  }
}
