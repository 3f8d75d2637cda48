import { silentTelemetry, type Telemetry } from '../kernel/ports/telemetry.ts';
import type { Metrics } from './metrics.ts';

export interface OpenedTelemetry {
  readonly telemetry: Telemetry;
  readonly metrics: Metrics | undefined;
  /** Sends what is left of the traces. */
  close(): Promise<void>;
}

/** Opens metrics and traces where they are configured; their libraries are loaded only then. */
export async function openTelemetry(wanted: {
  readonly metrics: boolean;
  readonly traces: boolean;
  readonly version: string;
}): Promise<OpenedTelemetry> {
  const metrics = wanted.metrics ? (await import('./metrics.ts')).createMetrics() : undefined;
  const traces = wanted.traces ? await (await import('./traces.ts')).openTraces(wanted.version) : undefined;
  return {
    telemetry: { ...silentTelemetry, ...metrics, ...(traces && { span: traces.span }) },
    metrics,
    close: async () => traces?.close(),
  };
}
