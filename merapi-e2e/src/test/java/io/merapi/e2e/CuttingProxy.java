package io.merapi.e2e;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Stands before a server and cuts all connections when told to, as a bad network does. */
final class CuttingProxy implements AutoCloseable {

  private final URI target;
  private final ServerSocket listener;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

  CuttingProxy(URI target) throws IOException {
    this.target = target;
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  URI address() {
    return URI.create("https://127.0.0.1:" + listener.getLocalPort());
  }

  void cut() throws IOException {
    for (Socket socket : List.copyOf(sockets)) {
      sockets.remove(socket);
      socket.close();
    }
  }

  /** Cuts all connections and takes no more. */
  void cutForGood() throws IOException {
    listener.close();
    cut();
  }

  @Override
  public void close() throws IOException {
    cutForGood();
  }

  private void accept() {
    try {
      while (true) {
        Socket near = listener.accept();
        Socket far = new Socket(target.getHost(), target.getPort());
        sockets.add(near);
        sockets.add(far);
        Thread.ofVirtual().start(() -> copy(near, far));
        Thread.ofVirtual().start(() -> copy(far, near));
      }
    } catch (IOException _) {
      // Closed.
    }
  }

  private static void copy(Socket from, Socket to) {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      in.transferTo(out);
    } catch (IOException _) {
      // Cut.
    }
  }
}
