package io.merapi.api.session.extension;

import io.merapi.api.session.Job;

/** Says whether a job can be scheduled at all; the first refusal counts. */
public interface JobValid extends BatchPlugin {

  Validity validate(Job job);
}
