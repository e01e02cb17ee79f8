/**
 * Everything that is asked of an API server, declared: what a role has to allow, and the requests
 * themselves.
 *
 * <p>An {@link io.merapi.cluster.permission.ApiCall} is one thing that some class does, with the
 * {@link io.merapi.cluster.permission.Permission} that it takes and the request that is made of it;
 * {@link io.merapi.cluster.permission.ApiReads} are those that follow kinds of objects. Nobody else
 * makes a request, so that none is sent that the shipped roles do not know of; tests hold that, and
 * that the roles allow nothing else.
 */
@NullMarked
package io.merapi.cluster.permission;

import org.jspecify.annotations.NullMarked;
