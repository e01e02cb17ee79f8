package io.merapi.api.session.extension;

import io.merapi.api.session.SubJob;

/** The same as {@link JobPipelined} for a part of a job whose group has sub-group policies. */
public interface SubJobPipelined extends BatchPlugin {

  Vote subJobPipelined(SubJob subJob);
}
