import type { PipelinePorts } from '../../src/pipeline/free.ts';

/** Ports for tests about money: tools that cite nothing that could be stored. */
export const withoutEvidence = {
  mirror: { all: () => [], placeFiles: () => [], citation: () => undefined },
  evidence: { keep: () => undefined, written: async () => undefined, get: async () => undefined },
} as unknown as Pick<PipelinePorts, 'mirror' | 'evidence'>;
