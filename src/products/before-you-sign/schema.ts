import { z } from 'zod';

/** `ready`: enough was read to be sold. `weak`: what was read is too little. `missing`: nothing could be read. */
export const ReadinessSchema = z.enum(['ready', 'weak', 'missing']);
export type Readiness = z.infer<typeof ReadinessSchema>;

/** The three parts of the brief before a signature. */
export const readinessParts = ['trend', 'parcel', 'policy'] as const;
type Parts<T> = Record<(typeof readinessParts)[number], T>;

const parts = <T extends z.ZodType>(schema: T) => z.strictObject({ trend: schema, parcel: schema, policy: schema });

/** What the route says of its parts, sold or not. */
export const readinessFields = {
  componentReadiness: parts(ReadinessSchema),
  componentReadinessDetail: parts(z.string()).describe('Per part one sentence: what was read, or why it is not ready'),
};

/** What the free diagnostic adds. */
export const alternativeFields = {
  suggestedAlternative: z.strictObject({
    tools: z.array(z.string()).min(1).describe('Free tools that answer what can be answered here'),
    why: z.string(),
  }),
};

export interface ReadinessReport {
  readonly componentReadiness: Parts<Readiness>;
  readonly componentReadinessDetail: Parts<string>;
}

export const isReady = ({ componentReadiness }: ReadinessReport): boolean =>
  readinessParts.every((part) => componentReadiness[part] === 'ready');

/** The parts that keep the brief from being sold, in words. */
export const notReady = ({ componentReadiness }: ReadinessReport): string =>
  readinessParts
    .filter((part) => componentReadiness[part] !== 'ready')
    .map((part) => `${part} (${componentReadiness[part]})`)
    .join(', ');
