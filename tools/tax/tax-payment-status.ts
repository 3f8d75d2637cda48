import { z } from 'zod';
import { laneValues } from '../../src/answers/lane-values.ts';
import { offices } from '../../src/answers/offices.ts';
import { askPublisher, configuredOrAnswer, placeWords } from '../../src/answers/uncovered.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { atAddress, words } from '../../src/catalog/inputs.ts';
import { answerOf, rows } from '../../src/kernel/answer.ts';
import type { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { usd } from '../../src/kernel/money.ts';
import { firstRows, many } from '../../src/kernel/nearby-shape.ts';
import { parcelNumberAt } from '../../src/places/lanes/parcel-number.ts';
import type { ParcelsContext } from '../../src/places/lanes/parcels-around.ts';
import { type LaneRows, readLane } from '../../src/places/lanes/reader.ts';
import { takesAddress } from '../../src/places/lanes/ways.ts';
import type { ConfiguredLane } from '../../src/places/schema/port.ts';

const shown = 5;

const account = laneValues('tax_payment_status', {
  accountId: 'accountId',
  siteAddress: 'siteAddress',
  totalDueUsd: 'totalDue',
  principalDueUsd: 'principalDue',
  penaltyDueUsd: 'penaltyDue',
  interestDueUsd: 'interestDue',
  yearsOwed: 'yearsOwed',
  newestYearOwed: 'newestYearOwed',
  paymentAgreement: 'paymentAgreement',
});

type Account = ReturnType<typeof account.of>;

/** The forms in which a list may have the given address: lists write a unit behind the street line. */
function listedAddresses(street: string, unit: string | undefined): readonly string[] {
  if (!unit) return [street];
  const name = unit
    .toUpperCase()
    .replace(/^(APT|UNIT|STE|SUITE|#)\s*/, '')
    .replace(/[^A-Z0-9-]/g, '');
  return ['UNIT', 'APT'].map((word) => `${street} ${word} ${name}`);
}

/** The largest total that is stated, with the years that it is of. */
function owedWords(accounts: readonly Account[]): string {
  const [first] = accounts
    .filter(({ totalDueUsd = 0 }) => totalDueUsd > 0)
    .toSorted((a, b) => (b.totalDueUsd ?? 0) - (a.totalDueUsd ?? 0));
  if (!first) return '';
  const years = first.yearsOwed ? `, ${many(first.yearsOwed, 'year')} owed` : '';
  return `, ${usd(first.totalDueUsd ?? 0)} due${years}`;
}

function outcomeWords(accounts: readonly Account[], { state }: AnswerBuilder): string {
  if (accounts.length > 0) return `${many(accounts.length, 'listed account')}${owedWords(accounts)}`;
  return state === 'found' || state === 'empty'
    ? 'no listed account, which does not say that taxes are paid'
    : 'it could not be read';
}

type Register = ConfiguredLane<'tax_payment_status'>;

/** Accounts of a register: under a street line where it takes one, else of the tax parcel at the point. */
async function accountsIn(
  ctx: Omit<ParcelsContext, 'answer'>,
  register: Register,
  address: string | undefined,
): Promise<LaneRows<'tax_payment_status'>> {
  const unresolved = (reason: string) => ({ state: 'unresolved' as const, source: register.card.name, reason });
  if (takesAddress(register.source)) {
    if (!address) return unresolved('the street line of the address is not known');
    return readLane(ctx.sources, register, { address, limit: 50 });
  }
  const parcel = await parcelNumberAt(ctx);
  if ('state' in parcel) return parcel;
  const { number, otherAddress: other } = parcel;
  if (other) return unresolved(`the parcel at the point carries the address ${other}, not the queried one`);
  return readLane(ctx.sources, register, { key: number, limit: 50 });
}

export default defineTool({
  title: 'Property tax payment status',
  summary: 'Unpaid property tax of an address or unit, where its city publishes accounts with a balance.',
  whenToUse: 'Does the city list unpaid property tax for this address, and for which years?',
  notFor: 'Not a payoff statement, a certificate or a title search; liens and sale lists are svc_tax_distress.',
  scope: 'local',
  lane: 'tax_payment_status',
  examples: [{ title: 'Accounts of an address', arguments: { address: '1515 Market St, Philadelphia, PA 19102' } }],
  input: atAddress({
    unit: words(1, 20).optional().describe('Unit of a condominium, for example 4B'),
  }),
  output: answerOf({ accounts: rows(account.shape), leftOut: z.int().optional() }),
  async run(ctx, { unit }) {
    const { subject, answer } = ctx;
    const at = configuredOrAnswer(answer, ctx.lane, subject, { what: 'tax payment', office: offices.collector });
    if ('answer' in at) return at.answer;
    const street = subject.streetLine;
    const accounts: Account[] = [];
    const lines = street ? listedAddresses(street, unit) : [undefined];
    // a register by tax parcel has no rows of one unit on it
    const queried = unit ? at.configured.filter(({ source }) => takesAddress(source)) : at.configured;
    for (const register of queried) {
      for (const line of takesAddress(register.source) ? lines : [undefined]) {
        const found = await accountsIn(ctx, register, line);
        const { recordScope } = register.source;
        const cited = answer.addLookup(found, { area: line ?? placeWords(subject), recordScope });
        if (cited)
          accounts.push(...cited.data.map(({ fields }) => ({ ...account.of(fields), citation: cited.citation })));
      }
    }
    const names = queried.map(({ source }) => source.name).join(', ');
    return answer.finish({
      summary: `${names} queried for ${placeWords(subject)}${unit ? ', the unit given' : ''}: ${outcomeWords(accounts, answer)}.`,
      facts: firstRows('accounts', accounts, shown, (one) => one),
      limits: queried.flatMap(({ source }) => source.limits.notes),
      verifyNext: askPublisher(at.configured, 'Ask for the balance of the account'),
    });
  },
});
