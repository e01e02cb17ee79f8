/**
 * Calls over HTTP that always come to an end: within a time, and within a number of bytes.
 *
 * <p>{@link io.merapi.remote.http.HttpCalls} posts to one server and keeps its connections; {@link
 * io.merapi.remote.http.ClientTls} is whom it trusts and who it is; {@link
 * io.merapi.remote.http.Pem} reads what both are made of. What is said in a call does not belong
 * here.
 */
@NullMarked
package io.merapi.remote.http;

import org.jspecify.annotations.NullMarked;
