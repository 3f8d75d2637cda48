import { type Config, ConfigError, readConfig } from '../config/config.ts';
import { createLog } from '../config/log.ts';
import { version } from '../config/version.ts';
import { openService } from '../main.ts';
import { type OpenedTelemetry, openTelemetry } from '../telemetry/open.ts';
import { startHttp } from './http-server.ts';
import { say, warn } from './terminal.ts';

const undeclaredWarning =
  'SVC_BASE_URL is not set and other machines can reach this server: nothing is sold, free tools work, and published links are good on this machine only. Set SVC_BASE_URL to the address under which callers reach it.';

/** Serves HTTP until a signal; what is under way is finished first. */
export async function runHttp(port: string | undefined): Promise<void> {
  const config = readConfig(undefined, port === undefined ? {} : { PORT: port });
  const measured = await openMeasuring(config);
  const { telemetry } = measured;
  const service = await openService({ config, log: createLog(config), telemetry });
  const running = await startHttp(service, { onSignals: true, measured });
  if (running.address.reach === 'undeclared') warn(undeclaredWarning);
  say(`place-records listens on ${running.url} (MCP at ${running.url}/mcp, REST at ${running.url}/tools/call)`);
}

async function openMeasuring({ metrics, traces }: Config): Promise<OpenedTelemetry> {
  try {
    return await openTelemetry({ metrics: metrics !== undefined, traces, version });
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'TracesMissingError') throw error;
    throw new ConfigError([`OTEL_EXPORTER_OTLP_ENDPOINT: ${error.message}`]);
  }
}
