package io.merapi.api.session.extension;

import io.merapi.api.session.SubJob;

/** The same as {@link JobReady} for a part of a job whose group has sub-group policies. */
public interface SubJobReady extends BatchPlugin {

  boolean subJobReady(SubJob subJob);
}
