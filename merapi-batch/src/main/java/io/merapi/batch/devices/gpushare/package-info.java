/**
 * GPUs that pods share by memory ({@code volcano.sh/gpu-memory}) or take whole by number ({@code
 * volcano.sh/gpu-number}).
 */
@NullMarked
package io.merapi.batch.devices.gpushare;

import org.jspecify.annotations.NullMarked;
