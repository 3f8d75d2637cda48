import { ServiceError } from '../kernel/errors.ts';
import type { JobStatusPath, JobsPort } from '../kernel/ports/jobs.ts';
import type { Service } from '../main.ts';
import type { ShownProof } from '../pipeline/proof.ts';
import type { JobsHttpPort } from '../transports/rest/ports.ts';

const reference = /^([a-z2-7]{26})(?:\/items\/(\d{1,6}))?$/;

/** The job or item of a reference as JSON text; undefined where there is no such job or it has expired. */
export async function jobText(service: Service, given: string): Promise<string | undefined> {
  const [, id, position] = reference.exec(given) ?? [];
  if (id === undefined) return undefined;
  const { port } = (await service.selling()).jobs;
  const read = (path: JobStatusPath) =>
    position === undefined
      ? port.view(id, path).then(({ document }) => document)
      : port.item(id, Number(position), path);
  for (const path of ['jobs', 'monitors'] as const) {
    const found = await read(path).catch((error: unknown) => {
      if (error instanceof ServiceError && error.status < 500) return undefined;
      throw error;
    });
    if (found) return JSON.stringify(found);
  }
  return undefined;
}

/** Jobs over one service; the selling part is loaded at the first use. */
export function createJobs(service: Service, origin: () => string): JobsHttpPort {
  const port = async (): Promise<JobsPort> => (await service.selling()).jobs.port;
  /** The purchases that are shown; one that the ledger no longer holds proves nothing here: its payment is public. */
  const bought = async (shown: ShownProof | undefined) => {
    const proofs = shown ? await (await service.selling()).prove(shown, origin()) : [];
    return proofs.flatMap(({ purchaseId, inLedger }) => (inLedger ? purchaseId : []));
  };
  return {
    view: async (id, path) => (await port()).view(id, path),
    feed: async (id, path) => (await port()).feed(id, path),
    item: async (id, position, path) => (await port()).item(id, position, path),
    file: async (id, name, path) => (await port()).file(id, name, path),
    cancel: async (id, path, proof) => (await port()).cancel(id, await bought(proof), path),
    retry: async (id, path, proof) => (await port()).retry(id, await bought(proof), path),
    changed: async (id, revision, limitMs, signal) => (await port()).changed(id, revision, limitMs, signal),
  };
}
