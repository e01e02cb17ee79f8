package io.merapi.api.session.extension;

import io.merapi.api.session.QueueInfo;

/** Says whether a queue uses more than its share, so that it gets nothing; one plugin suffices. */
public interface Overused extends BatchPlugin {

  boolean overused(QueueInfo queue);
}
