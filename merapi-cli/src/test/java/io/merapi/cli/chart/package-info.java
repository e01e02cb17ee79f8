/** What is shipped for clusters: the Helm chart, plain manifests, and the roles in both. */
@NullMarked
package io.merapi.cli.chart;

import org.jspecify.annotations.NullMarked;
