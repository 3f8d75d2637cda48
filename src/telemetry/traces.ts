import { context, propagation, type Tracer, trace } from '@opentelemetry/api';
import type { Telemetry } from '../kernel/ports/telemetry.ts';

export interface Traces {
  readonly span: Telemetry['span'];
  close(): Promise<void>;
}

const packages = [
  '@opentelemetry/sdk-trace-node',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
];
const errorStatus = 2;

/** The packages that traces need are not installed; its message says how to. */
export class TracesMissingError extends Error {
  override readonly name = 'TracesMissingError';
  constructor() {
    super(`traces need packages that are not installed: npm install ${packages.join(' ')}`);
  }
}

/**
 * Spans of calls, sales and requests to sources, sent to an OpenTelemetry collector over HTTP. Exporter, sampler and
 * resource read the standard OTEL_ variables themselves. Throws {@link TracesMissingError} where they are not installed.
 */
export async function openTraces(version: string): Promise<Traces> {
  const [
    { BatchSpanProcessor, NodeTracerProvider },
    { OTLPTraceExporter },
    { defaultResource, envDetector, detectResources, resourceFromAttributes },
  ] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]).catch((error: unknown) => {
    throw (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND' ? new TracesMissingError() : error;
  });
  const named = resourceFromAttributes({ 'service.name': 'place-records', 'service.version': version });
  const resource = defaultResource()
    .merge(named)
    .merge(detectResources({ detectors: [envDetector] }));
  const provider = new NodeTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  return {
    span: spansOf(provider.getTracer('place-records', version)),
    async close() {
      await provider.shutdown();
      for (const registered of [trace, context, propagation]) registered.disable();
    },
  };
}

const spansOf =
  (tracer: Tracer): Telemetry['span'] =>
  (name, attributes, work) =>
    tracer.startActiveSpan(name, { attributes }, async (span) => {
      try {
        return await work();
      } catch (error) {
        // the kind of the fault: its text may repeat the caller's input
        span.setStatus({ code: errorStatus, message: error instanceof Error ? error.name : 'failed' });
        throw error;
      } finally {
        span.end();
      }
    });
