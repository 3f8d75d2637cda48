import { z } from 'zod';
import type { PartReading } from '../../../answers/ask-tools.ts';
import { text } from '../../../rules/cells.ts';
import { tableFile } from '../../../rules/table-file.ts';

const stated = z.object({ sharePercent: z.number(), citation: z.string().optional() });
const point = z.object({ value: z.union([z.boolean(), z.string(), z.number()]) });
const Differing = z.looseObject({ pointAgrees: z.object({ value: z.literal(false) }) });

/** Facts of the free tools about a parcel's outline, beside their fact about the point. */
export const outlineAreas = tableFile('outline-areas', { outline: text, point: text, words: text, question: text });

/** A mapped area that the parcel's outline and the matched point answer differently. */
export interface OutlineFinding {
  readonly outline: string;
  readonly sentence: string;
  readonly question: string;
  readonly with?: string;
  readonly url?: string;
}

const isIn = (value: unknown) =>
  value === true || (typeof value === 'number' && value > 0) || value === 'inside' || value === 'boundary';

function sentenceOf(words: string, percent: number, atPoint: boolean): string {
  if (percent <= 0) return `The matched point lies in ${words}, the parcel outline does not`;
  const part = percent >= 99.9 ? 'The whole parcel' : `Part of the parcel (${percent}%)`;
  return `${part} lies in ${words}, the matched point ${atPoint ? 'included' : 'outside'}`;
}

/** The largest district but the one at the point, where a parcel lies in several. */
function districtSentence(rows: unknown): string | undefined {
  const districts = z.array(z.object({ code: z.string(), sharePercent: z.number() })).safeParse(rows);
  if (!districts.success || districts.data.length < 2) return undefined;
  const listed = districts.data.map(({ code, sharePercent }) => `${code} (${sharePercent}%)`);
  return `The parcel lies in several zoning districts: ${listed.join(', ')}`;
}

const Overlays = z.array(
  z.object({
    code: z.string().optional(),
    name: z.string().optional(),
    label: z.string().optional(),
    sharePercent: z.number().optional(),
  }),
);

/** The overlays of the parcel that are not at the matched point, with their shares. */
function overlaySentence(rows: unknown, atPoint: unknown): string | undefined {
  const [overlays, there] = [Overlays.safeParse(rows).data ?? [], Overlays.safeParse(atPoint).data ?? []];
  const besides = overlays.filter(
    ({ code, name, label, sharePercent = 0 }) =>
      sharePercent > 0 && !there.some((one) => one.code === code && one.name === name && one.label === label),
  );
  const listed = besides.map(({ code, name, label, sharePercent }) => `${name ?? label ?? code} (${sharePercent}%)`);
  return listed.length > 0
    ? `The parcel, not the matched point, lies in the zoning ${listed.length === 1 ? 'overlay' : 'overlays'} ${listed.join(', ')}`
    : undefined;
}

const ofRows: Readonly<Record<string, (rows: unknown, atPoint: unknown) => string | undefined>> = {
  districtsOnParcel: districtSentence,
  overlaysOnParcel: overlaySentence,
};

/** Where the outline of the parcel and the matched point differ, flood first, then wetland and zoning. */
export function outlineFindings(answers: readonly PartReading[]): readonly OutlineFinding[] {
  const differing = answers.filter(({ answer }) => Differing.safeParse(answer.facts).success);
  return outlineAreas().flatMap(({ outline, point: atPoint, words, question }) => {
    const answer = differing.map((reading) => reading.answer).find(({ facts }) => facts && outline in facts);
    if (!answer) return [];
    const share = stated.safeParse(answer.facts?.[outline]);
    const at = point.safeParse(answer.facts?.[atPoint]);
    const sentence = share.success
      ? sentenceOf(words, share.data.sharePercent, at.success && isIn(at.data.value))
      : ofRows[outline]?.(answer.facts?.[outline], answer.facts?.[atPoint]);
    if (!sentence) return [];
    const [next] = answer.verifyNext;
    return [{ outline, sentence, question, ...(next?.url && { with: next.with, url: next.url }) }];
  });
}
