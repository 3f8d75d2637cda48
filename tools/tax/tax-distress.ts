import { z } from 'zod';
import { laneValues } from '../../src/answers/lane-values.ts';
import { offices } from '../../src/answers/offices.ts';
import { askPublisher, configuredOrAnswer, placeWords } from '../../src/answers/uncovered.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { answerOf, rows } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { firstRows, many } from '../../src/kernel/nearby-shape.ts';
import { findParcel } from '../../src/places/lanes/parcel.ts';
import { readLane } from '../../src/places/lanes/reader.ts';

const shown = 10;

const listing = laneValues('tax_distress', {
  recordId: 'recordId',
  date: 'occurredAt',
  cycle: ['cycle', 'Stage of the notice, in the words of the publisher'],
  taxClass: 'taxClass',
  waterDebtOnly: 'waterDebtOnly',
  amountDueUsd: 'totalDue',
  yearsOwed: 'yearsOwed',
});

type Entry = ReturnType<typeof listing.of>;

function outcomeWords([newest, ...others]: readonly Entry[], { state }: AnswerBuilder): string {
  if (newest)
    return `${many(1 + others.length, 'entry', 'entries')}${newest.date ? `, newest of ${newest.date}` : ''}${newest.cycle ? `: "${newest.cycle}"` : ''}`;
  return state === 'empty' ? 'no entry, which does not say that taxes are paid' : 'the lists could not be read';
}

export default defineTool({
  title: 'Tax lien and delinquency lists',
  summary: 'Entries of a property on the tax lien or delinquency lists that its city or county publishes.',
  whenToUse: 'Is this property on a published list of tax liens, delinquencies or lien sales?',
  notFor: 'Not a payoff amount, a title search or proof that taxes are paid; no names are given.',
  scope: 'local',
  lane: 'tax_distress',
  examples: [{ title: 'Lien lists of a lot', arguments: { address: '100 Gold St, New York, NY 10038' } }],
  output: answerOf({ entries: rows(listing.shape), leftOut: z.int().optional() }),
  async run(ctx) {
    const { subject, answer } = ctx;
    const what = 'tax lien and delinquency';
    const at = configuredOrAnswer(answer, ctx.lane, subject, { what, office: offices.collector });
    if ('answer' in at) return at.answer;
    const parcels = await ctx.jurisdictions.lane(subject, 'parcel', ctx.sources);
    const parcel =
      parcels.state === 'configured' ? await findParcel(ctx.sources, parcels.configured, subject, answer) : undefined;
    const key = parcel?.parcelId;
    const verifyNext = askPublisher(at.configured, 'Ask for the current balance and the stage of any sale');
    if (!key) {
      const state = answer.state === 'unavailable' ? 'unavailable' : 'unresolved';
      const area = placeWords(subject);
      const reason = 'the parcel number of the address is not known, and the lists are kept by parcel';
      answer.addLookup({ state, source: what, reason }, { area });
      const summary = `The tax lists could not be queried for ${area}: its parcel number is not known.`;
      return answer.finish({ state, summary, verifyNext });
    }
    const list = new AnswerBuilder(subject);
    const entries: Entry[] = [];
    for (const configured of at.configured) {
      const found = await readLane(ctx.sources, configured, { key, limit: 50 });
      const cited = list.addLookup(found, { area: `parcel ${key}`, recordScope: configured.source.recordScope });
      if (cited) entries.push(...cited.data.map(({ fields }) => ({ ...listing.of(fields), citation: cited.citation })));
    }
    entries.sort((a, b) => (b.date ?? '').localeCompare(a.date ?? '', 'en'));
    return list.finish({
      summary: `${at.names} queried for parcel ${key}: ${outcomeWords(entries, list)}.`,
      facts: firstRows('entries', entries, shown, (one) => one),
      limits: at.notes,
      verifyNext,
    });
  },
});
