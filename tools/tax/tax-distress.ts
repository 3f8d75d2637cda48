import { z } from 'zod';
import { placeWords, wiredOrAnswer } from '../../src/answers/uncovered.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { atAddress } from '../../src/catalog/inputs.ts';
import { answerSchema, row } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { findParcel } from '../../src/local/parcel.ts';
import { readLane } from '../../src/local/reader.ts';

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

const limits = [
  'Entries of published lists at their own dates: a notice is not a sale and a debt may have been paid since.',
  'No entry means no entry on the named list, never that taxes are paid.',
];

const textIn = (value: unknown) => (value === undefined ? undefined : String(value));

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
  subject: 'point',
  sources: [],
  limits,
  examples: [{ title: 'Lien lists of a lot', arguments: { address: '100 Gold St, New York, NY 10038' } }],
  input: atAddress({}),
  output: answerSchema({ facts }),
  async run(ctx) {
    const { subject } = ctx;
    const answer = new AnswerBuilder(subject);
    const words = { what: 'tax lien and delinquency', office: 'tax collector', limits };
    const at = wiredOrAnswer(answer, ctx.lane, subject, words);
    if ('answer' in at) return at.answer;
    const parcels = await ctx.jurisdictions.lane(subject, 'parcel', ctx.sources);
    const parcel =
      parcels.state === 'wired' ? await findParcel(ctx.sources, parcels.wired, subject, answer) : undefined;
    const key = parcel?.parcelId;
    const verifyNext = at.wired.slice(0, 1).map(({ source }) => ({
      action: 'Ask for the current balance and the stage of any sale',
      with: source.publisher,
      url: source.landingUrl,
    }));
    if (!key) {
      answer.take(
        {
          state: answer.state === 'unavailable' ? 'unavailable' : 'unresolved',
          source: words.what,
          reason: 'the parcel number of the address is not known, and the lists are kept by parcel',
        },
        { area: placeWords(subject) },
      );
      return answer.finish({
        state: answer.state === 'unavailable' ? 'unavailable' : 'unresolved',
        summary: `The tax lists could not be asked for ${placeWords(subject)}: its parcel number is not known.`,
        limits,
        verifyNext,
      });
    }
    const list = new AnswerBuilder(subject);
    const entries: z.input<typeof facts>['entries'] = [];
    for (const wired of at.wired) {
      const found = await readLane(ctx.sources, wired, { key, limit: 50 });
      const taken = list.take(found, {
        area: `parcel ${key}`,
        ...(wired.source.recordScope && { recordScope: wired.source.recordScope }),
      });
      for (const { fields, occurredAt, recordId } of taken?.data ?? []) {
        entries.push({
          ...(recordId && { recordId }),
          ...(occurredAt && { date: occurredAt }),
          ...(fields.cycle !== undefined && { cycle: textIn(fields.cycle) }),
          ...(fields.taxClass !== undefined && { taxClass: textIn(fields.taxClass) }),
          ...(typeof fields.waterDebtOnly === 'boolean' && { waterDebtOnly: fields.waterDebtOnly }),
          ...(typeof fields.totalDue === 'number' && { amountDueUsd: fields.totalDue }),
          ...(typeof fields.yearsOwed === 'number' && { yearsOwed: fields.yearsOwed }),
          citation: taken?.citation ?? 'c1',
        });
      }
    }
    entries.sort((a, b) => (b.date ?? '').localeCompare(a.date ?? '', 'en'));
    const names = at.wired.map(({ source }) => source.name).join(', ');
    const outcome =
      entries.length > 0
        ? `${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}${entries[0]?.date ? `, newest of ${entries[0].date}` : ''}`
        : list.state === 'empty'
          ? 'no entry, which does not say that taxes are paid'
          : 'the lists could not be read';
    return list.finish({
      summary: `${names} asked for parcel ${key}: ${outcome}.`,
      ...(entries.length > 0 && {
        facts: { entries: entries.slice(0, shown), ...(entries.length > shown && { leftOut: entries.length - shown }) },
      }),
      limits: [...limits, ...at.wired.flatMap(({ source }) => source.limits.notes)],
      verifyNext,
    });
  },
});
