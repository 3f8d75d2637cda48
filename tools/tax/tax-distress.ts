import { z } from 'zod';
import { offices } from '../../src/answers/offices.ts';
import { configuredOrAnswer, placeWords } from '../../src/answers/uncovered.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { answerSchema, row, type VerifyNext } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { defined } from '../../src/kernel/defined.ts';
import { many } from '../../src/kernel/nearby-shape.ts';
import { findParcel } from '../../src/places/lanes/parcel.ts';
import { type LaneRow, readLane } from '../../src/places/lanes/reader.ts';
import { limitOf } from '../../src/rules/limits.ts';

const shown = 10;

const facts = z.strictObject({
  entries: z.array(
    row({
      recordId: z.string().optional(),
      date: z.string().optional(),
      cycle: z.string().optional().describe('Stage of the notice, in the words of the publisher'),
      taxClass: z.string().optional(),
      waterDebtOnly: z.boolean().optional(),
      amountDueUsd: z.number().optional(),
      yearsOwed: z.number().optional(),
    }),
  ),
  leftOut: z.int().optional(),
});

const textIn = (value: unknown) => (value === undefined ? undefined : String(value));

type Entry = z.input<typeof facts>['entries'][number];

const flagIn = (value: unknown) => (typeof value === 'boolean' ? value : undefined);
const numberIn = (value: unknown) => (typeof value === 'number' ? value : undefined);

function viewEntry({ fields, occurredAt, recordId }: LaneRow, citation: string): Entry {
  return defined({
    recordId: recordId || undefined,
    date: occurredAt || undefined,
    cycle: textIn(fields.cycle),
    taxClass: textIn(fields.taxClass),
    waterDebtOnly: flagIn(fields.waterDebtOnly),
    amountDueUsd: numberIn(fields.totalDue),
    yearsOwed: numberIn(fields.yearsOwed),
    citation,
  });
}

/** The answer where the lists, which are kept by parcel, could not be asked. */
function withoutParcel(answer: AnswerBuilder, area: string, source: string, verifyNext: readonly VerifyNext[]) {
  const state = answer.state === 'unavailable' ? 'unavailable' : 'unresolved';
  const reason = 'the parcel number of the address is not known, and the lists are kept by parcel';
  answer.addLookup({ state, source, reason }, { area });
  const summary = `The tax lists could not be asked for ${area}: its parcel number is not known.`;
  return answer.finish({ state, summary, verifyNext });
}

function outcomeWords([newest, ...others]: readonly Entry[], { state }: AnswerBuilder): string {
  if (newest) return `${many(1 + others.length, 'entry', 'entries')}${newest.date ? `, newest of ${newest.date}` : ''}`;
  return state === 'empty' ? 'no entry, which does not say that taxes are paid' : 'the lists could not be read';
}

export default defineTool({
  title: 'Tax lien and delinquency lists',
  summary: 'Entries of a property on the tax lien or delinquency lists that its city or county publishes.',
  whenToUse: 'Is this property on a published list of tax liens, delinquencies or lien sales?',
  notFor: 'Not a payoff amount, a title search or proof that taxes are paid; no names are given.',
  synonyms: [
    'tax lien',
    'delinquent taxes',
    'tax sale',
    'lien sale list',
    'back taxes',
    'tax delinquent',
    'forfeited',
    'tax foreclosure',
  ],
  scope: 'local',
  lane: 'tax_distress',
  limits: [limitOf('tax_list.entries'), limitOf('tax_list.no_entry')],
  examples: [{ title: 'Lien lists of a lot', arguments: { address: '100 Gold St, New York, NY 10038' } }],
  output: answerSchema({ facts }),
  async run(ctx) {
    const { subject, answer } = ctx;
    const words = { what: 'tax lien and delinquency', office: offices.collector };
    const at = configuredOrAnswer(answer, ctx.lane, subject, words);
    if ('answer' in at) return at.answer;
    const parcels = await ctx.jurisdictions.lane(subject, 'parcel', ctx.sources);
    const parcel =
      parcels.state === 'configured' ? await findParcel(ctx.sources, parcels.configured, subject, answer) : undefined;
    const key = parcel?.parcelId;
    const verifyNext = at.configured.slice(0, 1).map(({ source }) => ({
      action: 'Ask for the current balance and the stage of any sale',
      with: source.publisher,
      url: source.landingUrl,
    }));
    if (!key) return withoutParcel(answer, placeWords(subject), words.what, verifyNext);
    const list = new AnswerBuilder(subject);
    const entries: Entry[] = [];
    for (const configured of at.configured) {
      const found = await readLane(ctx.sources, configured, { key, limit: 50 });
      const { recordScope } = configured.source;
      const cited = list.addLookup(found, { area: `parcel ${key}`, ...(recordScope && { recordScope }) });
      entries.push(...(cited?.data ?? []).map((one) => viewEntry(one, cited?.citation ?? 'c1')));
    }
    entries.sort((a, b) => (b.date ?? '').localeCompare(a.date ?? '', 'en'));
    const names = at.configured.map(({ source }) => source.name).join(', ');
    return list.finish({
      summary: `${names} asked for parcel ${key}: ${outcomeWords(entries, list)}.`,
      ...(entries.length > 0 && {
        facts: { entries: entries.slice(0, shown), ...(entries.length > shown && { leftOut: entries.length - shown }) },
      }),
      limits: [...at.configured.flatMap(({ source }) => source.limits.notes)],
      verifyNext,
    });
  },
});
