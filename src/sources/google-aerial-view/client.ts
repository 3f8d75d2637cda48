import { z } from 'zod';
import type { Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { sourceCard } from '../cards.ts';
import { getJson } from '../shared/lookup.ts';

const card = sourceCard('google-aerial-view');

const year = z.int().min(1).max(9999);

const Video = z.looseObject({
  state: z.enum(['ACTIVE', 'PROCESSING']),
  metadata: z.looseObject({
    videoId: z.string().min(1).max(512),
    captureDate: z.looseObject({ year, month: z.int().optional(), day: z.int().optional() }).optional(),
    duration: z.string().optional(),
  }),
});

export interface AerialVideo {
  readonly videoId: string;
  readonly state: 'ACTIVE' | 'PROCESSING';
  readonly captureDate?: { readonly year: number; readonly month?: number; readonly day?: number };
  readonly durationSeconds?: number;
}

const within = (value: number | undefined, max: number) =>
  value !== undefined && value >= 1 && value <= max ? value : undefined;

function toVideo({ state, metadata }: z.infer<typeof Video>): AerialVideo {
  const { videoId, captureDate, duration } = metadata;
  const month = within(captureDate?.month, 12);
  const day = within(captureDate?.day, 31);
  const seconds = Number(/^(\d+(?:\.\d+)?)s$/.exec(duration ?? '')?.[1] ?? Number.NaN);
  return {
    videoId,
    state,
    ...(captureDate && { captureDate: { year: captureDate.year, ...(month && { month }), ...(day && { day }) } }),
    ...(Number.isFinite(seconds) && { durationSeconds: seconds }),
  };
}

/** The video that exists for an address, queried anew at each view; `empty` where there is none. Its addresses are not read. */
export function aerialVideo(sources: SourceAccess, address: string): Promise<Lookup<AerialVideo>> {
  const url = `${card.endpoint}?${new URLSearchParams({ address })}`;
  return getJson(sources, card, { url, ttlSeconds: 0, answerStatuses: [404] }, Video.transform(toVideo));
}
