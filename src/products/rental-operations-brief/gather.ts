import type { PartReading, ToolPart } from '../../answers/ask-tools.ts';
import { pickFields } from '../../fields/table.ts';
import { AnswerBuilder } from '../../kernel/answer-builder.ts';
import { defined } from '../../kernel/defined.ts';
import { filled } from '../../kernel/nearby-shape.ts';
import type { Subject } from '../../kernel/subject.ts';
import { limitsOf } from '../../rules/limits.ts';
import { landlordRules, landlordTopics } from '../../rules/program-tables.ts';
import { readTable } from '../../rules/rule-table.ts';
import { tableLimits, viewRow } from '../../rules/rule-view.ts';
import { briefParts } from '../shared/brief-parts.ts';
import { type BriefContext, ownReading } from '../shared/brief-route.ts';
import { type OnParcelReading, readOnParcel } from '../shared/on-parcel/readings.ts';
import { fairRentsSection } from '../shared/rents/hud.ts';
import { type RentReading, readRents } from '../shared/rents/read.ts';
import { type RentalTerms, rentalKind, rentalSlug } from './schema.ts';

/** What was read of the state's statutes on residential tenancies, each row with its page and the day of reading. */
function readLandlordRules({ subject, now }: BriefContext): PartReading {
  const answer = new AnswerBuilder(subject);
  const area = subject.stateCode ?? 'the state of the place';
  const { rows, pointers } = readTable(answer, landlordRules, { subject, area, scope: 'residential tenancies', now });
  const statutes = rows.map((hit) => ({
    topic: landlordTopics[hit.row.topic],
    ...pickFields(hit.row, 'rule', 'exceptions', 'statute', 'quote'),
    checkedOn: hit.row.asOf,
    ...viewRow(answer, hit),
  }));
  const head = { id: 'landlord_statutes', tool: rentalSlug, title: 'Landlord and tenant statutes' } as const;
  const about = 'rental-operations-brief.rules';
  return ownReading(head, answer, {
    about,
    summary:
      statutes.length > 0
        ? `Table of landlord and tenant statutes, ${area}: ${statutes.length} ${statutes.length === 1 ? 'rule was' : 'rules were'} read.`
        : `Table of landlord and tenant statutes: no statute of ${area} was read.`,
    facts: { statutes: filled(statutes) },
    limits: [...limitsOf(about), ...tableLimits(landlordRules, rows, pointers)],
  });
}

/** HUD publishes by county, with the rents of a ZIP beside it. */
function rentsOf(part: ToolPart, { county, zip }: Subject): readonly ToolPart[] {
  if (!county) return [];
  const { fips } = county;
  return [{ ...part, args: defined({ stateFips: fips.slice(0, 2), countyFips3: fips.slice(2), zipCode: zip }) }];
}

/** What free tools are queried about the place. */
export const rentalParts = (subject: Subject): readonly ToolPart[] =>
  briefParts(rentalKind, {
    svc_ordinance_leads: { topics: ['occupancy'] },
    svc_permit_rules: { stateLaw: true },
  }).flatMap((part) => (part.tool === 'svc_fair_market_rents' ? rentsOf(part, subject) : part));

/** The statutes of the state, and what was filed against the very parcel. */
export async function readTenancy(ctx: BriefContext): Promise<OnParcelReading> {
  const landlord = readLandlordRules(ctx);
  const cases = await readOnParcel(ctx, rentalSlug, ['code_violations']);
  return { readings: [landlord, ...cases.readings], entries: cases.entries };
}

/**
 * Published rents for the bedroom count, where it was given. HUD's own have a section of the free tool, with all sizes, so
 * that theirs for the one count stand among the figures alone.
 */
export async function readPublishedRents(
  ctx: BriefContext,
  { bedrooms }: RentalTerms & { readonly address: string },
): Promise<RentReading> {
  if (bedrooms === undefined) return { readings: [], cells: [] };
  const rents = await readRents(ctx, { bedrooms, slug: rentalSlug });
  return { ...rents, readings: rents.readings.filter(({ id }) => id !== fairRentsSection) };
}
