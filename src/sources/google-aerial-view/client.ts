import { z } from 'zod';
import { defined } from '../../kernel/defined.ts';
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

const within = (value: number | undefined, max: number) =>
  value !== undefined && value >= 1 && value <= max ? value : undefined;

function toVideo({ state, metadata: { videoId, captureDate: taken, duration } }: z.infer<typeof Video>) {
  const [, seconds] = /^(\d+(?:\.\d+)?)s$/.exec(duration ?? '') ?? [];
  const captureDate =
    taken && defined({ year: taken.year, month: within(taken.month, 12), day: within(taken.day, 31) });
  return defined({ videoId, state, captureDate, durationSeconds: seconds === undefined ? undefined : Number(seconds) });
}

/** The video that exists for an address, queried anew at each view; `empty` where there is none. Its addresses are not read. */
export function aerialVideo(sources: SourceAccess, address: string) {
  const url = `${card.endpoint}?${new URLSearchParams({ address })}`;
  return getJson(sources, card, { url, ttlSeconds: 0, answerStatuses: [404] }, Video.transform(toVideo));
}
