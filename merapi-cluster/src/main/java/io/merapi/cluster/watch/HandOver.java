package io.merapi.cluster.watch;

import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.cluster.ObjectKind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Brings what many threads read to one listener, on one thread and in batches.
 *
 * <p>While there are kinds that have not been read yet, nobody can do anything about a single
 * object, so objects are gathered: to wake two threads for each costs more than to take it in.
 *
 * <p>Nothing bounds what waits here: a reader that stopped reading would lose its stream, and with
 * it have to read everything again.
 */
final class HandOver {

  private sealed interface Message {

    record Changed(ObjectEvent event) implements Message {}

    record SetAside(UnreadableObject object) implements Message {}

    record Interrupted(ObjectKind kind, String reason) implements Message {}

    record Resumed(ObjectKind kind) implements Message {}

    record Synced() implements Message {}
  }

  /** How many objects are worth a hand-over before all are known. */
  private static final int MANY = 256;

  private final ClusterListener listener;
  private final Set<ObjectKind> unread;
  private final Object lock = new Object();
  private List<Message> waiting = new ArrayList<>();
  private boolean urgent;
  private boolean stopped;

  HandOver(ClusterListener listener, Set<ObjectKind> kinds) {
    this.listener = listener;
    this.unread = EnumSet.copyOf(kinds);
  }

  void changed(ObjectEvent event) {
    put(new Message.Changed(event));
  }

  void setAside(UnreadableObject object) {
    put(new Message.SetAside(object));
  }

  void interrupted(ObjectKind kind, String reason) {
    put(new Message.Interrupted(kind, reason));
  }

  void resumed(ObjectKind kind) {
    put(new Message.Resumed(kind));
  }

  /** All objects of a kind have been read, for the first time or again. */
  void complete(ObjectKind kind) {
    synchronized (lock) {
      if (unread.remove(kind) && unread.isEmpty()) {
        put(new Message.Synced());
      }
    }
  }

  private void put(Message message) {
    synchronized (lock) {
      boolean due = due();
      waiting.add(message);
      urgent |= unread.isEmpty() || !(message instanceof Message.Changed);
      if (!due && due()) {
        lock.notifyAll();
      }
    }
  }

  private boolean due() {
    return urgent || waiting.size() >= MANY;
  }

  void stop() {
    synchronized (lock) {
      stopped = true;
      lock.notifyAll();
    }
  }

  /** Hands over until it is stopped; the thread that calls it is the listener's. */
  void run() {
    var events = new ArrayList<ObjectEvent>();
    while (true) {
      for (Message message : take()) {
        if (message instanceof Message.Changed(ObjectEvent event)) {
          events.add(event);
        } else {
          flush(events);
          tell(message);
        }
      }
      flush(events);
      if (isStopped()) {
        return;
      }
    }
  }

  private List<Message> take() {
    synchronized (lock) {
      while (!due() && !stopped) {
        try {
          lock.wait();
        } catch (InterruptedException _) {
          // Nobody but stop ends this, and stop says so.
        }
      }
      List<Message> taken = stopped ? List.of() : waiting;
      waiting = new ArrayList<>();
      urgent = false;
      return taken;
    }
  }

  private boolean isStopped() {
    synchronized (lock) {
      return stopped;
    }
  }

  private void flush(List<ObjectEvent> events) {
    if (!events.isEmpty()) {
      listener.changed(List.copyOf(events));
      events.clear();
    }
  }

  private void tell(Message message) {
    switch (message) {
      case Message.Changed(ObjectEvent event) -> listener.changed(List.of(event));
      case Message.SetAside(UnreadableObject object) -> listener.setAside(object);
      case Message.Resumed(ObjectKind kind) -> listener.resumed(kind);
      case Message.Interrupted(ObjectKind kind, String reason) ->
          listener.interrupted(kind, reason);
      case Message.Synced() -> listener.synced();
    }
  }
}
