import { bounded, type PartReading, unanswered } from '../../../answers/ask-tools.ts';
import { pickFields } from '../../../fields/table.ts';
import type { Answer } from '../../../kernel/answer.ts';
import { AnswerBuilder } from '../../../kernel/answer-builder.ts';
import type { Deadline } from '../../../kernel/bounded.ts';
import { many } from '../../../kernel/nearby-shape.ts';
import { monthsBefore } from '../../../kernel/time.ts';
import type { RouteName } from '../../../kernel/tool-names.ts';
import type { Located } from '../../../places/lanes/cases.ts';
import { numberIn, type ParcelsNear, parcelsNear } from '../../../places/lanes/parcels-near.ts';
import type { LaneRow } from '../../../places/lanes/reader.ts';
import { type TransfersQuestion, transfersAround } from '../../../places/lanes/transfers.ts';
import type { ConfiguredLane } from '../../../places/schema/port.ts';
import type { ReportTable, SectionCitation } from '../../../reports/sections.ts';
import { limitsOf } from '../../../rules/limits.ts';
import { type BriefContext, ownReading } from '../brief-route.ts';
import type { KeyedColumn, KeyedRow } from '../compose/fact-tables.ts';
import { sectionCitation } from '../compose/facts.ts';
import { parcelValue } from '../parcel-record.ts';
import { citedRow, comparableParcels, type GridReading, gridOf, parcelColumns } from './parcels.ts';
import { buildingSize, sameKind } from './select.ts';

const listed = 12;
const limits = limitsOf('comparables');

const saleColumns: readonly KeyedColumn[] = [
  ['saleDate', 'Date of sale'],
  ['deedDate', 'Date of deed'],
  ['recordedAt', 'Recorded'],
  ['transferredAt', 'Date of transfer'],
  ['price', 'Price', 'USD'],
  ['sameClass', 'Same class as this parcel'],
  ['parcelsInSale', 'Parcels in the sale'],
  ['deedType', 'Deed type'],
];
const ofParcelUnknown: readonly KeyedColumn[] = [
  ['siteAddress', 'Address'],
  ['parcelId', 'Parcel identifier'],
  ['distance', 'Distance', 'm'],
  ['propertyClass', 'Property class'],
];
/** Figures of the roll stand in the grid of parcels, and what was last sold in the sales themselves. */
const notOfSales = ['landValue', 'buildingValue', 'totalValue', 'valuePerSize', 'lastSaleDate', 'lastSalePrice'];

interface Sale extends Located<'transfers'> {
  readonly parcel: LaneRow<'parcel'> | undefined;
  readonly price: number;
  readonly sameClass: boolean | undefined;
}

/** Sales with a price, each with the record of its parcel where that was read; those of the same class first, then the nearest. */
function salesOf(rows: readonly Located<'transfers'>[], near: ParcelsNear | undefined): readonly Sale[] {
  const numbersOf = (row: LaneRow<'parcel'>) => {
    const { parcelId, accountId } = row.fields;
    return [parcelId, accountId].flatMap((id) => (near && id !== undefined ? numberIn(near, id) : []));
  };
  const parcels = new Map(
    (near?.others ?? []).flatMap(({ row }) => numbersOf(row).map((number) => [number, row] as const)),
  );
  const own = new Set(near?.numbers.map((number) => numberIn(near, number)));
  const kind = near && sameKind(near);
  const same = new Set(kind?.parcels.map(({ row }) => row));
  return rows
    .flatMap((one): Sale[] => {
      const { price, parcelId } = one.row.fields;
      const number = near && parcelId !== undefined ? numberIn(near, parcelId) : '';
      if (typeof price !== 'number' || price <= 0 || own.has(number)) return [];
      const parcel = parcels.get(number);
      return [{ ...one, parcel, price, sameClass: parcel && kind ? same.has(parcel) : undefined }];
    })
    .toSorted(
      (a, b) =>
        Number(b.sameClass === true) - Number(a.sameClass === true) ||
        (a.distanceMeters ?? Number.MAX_VALUE) - (b.distanceMeters ?? Number.MAX_VALUE),
    );
}

function rowOf(sale: Sale, citation: SectionCitation): KeyedRow {
  const { row, parcel, price, sameClass, distanceMeters } = sale;
  const { fields } = row;
  const several = fields.parcelsInSale;
  return {
    citation: citedRow(citation, row),
    cells: {
      ...parcel?.fields,
      siteAddress: parcel?.fields.siteAddress ?? fields.address,
      parcelId: fields.parcelId,
      propertyClass: parcel?.fields.propertyClass ?? fields.propertyClass,
      distance: distanceMeters,
      ...pickFields(fields, 'saleDate', 'deedDate', 'recordedAt', 'transferredAt'),
      price,
      sameClass,
      parcelsInSale: typeof several === 'number' && several > 1 ? several : undefined,
      deedType: fields.deedType,
    },
  };
}

function gridOfSales(
  sales: readonly Sale[],
  cited: Answer['citations'],
  near: ParcelsNear | undefined,
): ReportTable | undefined {
  const size = near && (buildingSize(near.own.fields)?.name === 'buildingArea' ? 'buildingArea' : 'livingArea');
  const ofParcel = near && size ? parcelColumns(near.lane, size).filter(([key]) => !notOfSales.includes(key)) : [];
  const rows = sales.slice(0, listed).flatMap((sale): KeyedRow[] => {
    const citation = cited[sale.citation];
    return citation ? [rowOf(sale, sectionCitation(citation))] : [];
  });
  const columns = [...saleColumns, ...(ofParcel.length > 0 ? ofParcel : ofParcelUnknown)];
  const head = { id: 'comparable_sales.grid', label: 'Recorded sales nearby', columns };
  return gridOf(head, rows, sales.length - rows.length);
}

const salesPart = (tool: RouteName) =>
  ({ id: 'comparable_sales', tool, title: 'Recorded sales nearby', lane: 'transfers' }) as const;

/**
 * Recorded sales around the parcel with the recorded price, and what the parcel layer says of what was sold: class, size,
 * year. Facts of record, the same class first; no opinion of any of them.
 */
async function comparableSales(
  tool: RouteName,
  question: Omit<TransfersQuestion, 'answer'>,
  configured: readonly ConfiguredLane<'transfers'>[],
  near: ParcelsNear | undefined,
): Promise<GridReading> {
  const answer = new AnswerBuilder(question.subject);
  const found = await transfersAround({ ...question, answer }, configured);
  const sales = salesOf(found.rows, near);
  const same = sales.filter(({ sameClass }) => sameClass === true).length;
  const names = configured.map(({ source }) => source.name).join(', ');
  const where = `${names}, within ${found.radiusMeters} m of the point, ${found.since} to ${question.until}`;
  const [first] = sales;
  const citation = first?.citation ?? '';
  // rows without a price are found and say nothing of sales
  const none =
    answer.state === 'found' || answer.state === 'empty' ? 'no sale with a recorded price' : 'not read whole';
  const outcome = first ? `${many(sales.length, 'sale')} with a recorded price, ${same} of the same class` : none;
  const read = near && answer.cite(near.citation);
  const reading = ownReading(salesPart(tool), answer, {
    summary: `${where}: ${outcome}.`,
    facts: first && {
      sales: { value: sales.length, note: 'with a recorded price', citation },
      salesOfSameClass: near && { value: same, citation },
      classAndSizeFrom: near && { value: near.lane.source.name, citation: read },
    },
    state: !first && answer.state === 'found' && 'empty',
    limits: [...limits, ...found.limits],
    verifyNext: configured.slice(0, 1).map(({ source }) => ({
      action: 'Look the recorded documents up',
      with: source.publisher,
      url: source.landingUrl,
    })),
  });
  const grid = first && gridOfSales(sales, reading.answer.citations, near);
  return { reading, tables: grid ? [grid] : [] };
}

export const comparableMeters = 500;
export const salesMonths = 36;

interface ComparablesQuestion {
  readonly tool: RouteName;
  readonly parcel: PartReading | undefined;
  readonly deadline: Deadline;
}

type Near = Awaited<ReturnType<typeof parcelsNear>>;

async function readNear(ctx: BriefContext, { parcel, deadline }: ComparablesQuestion): Promise<Near> {
  const { subject } = ctx;
  const readings = parcel ? [parcel] : [];
  const numbers = ['parcelId', 'accountId'].flatMap((field) => parcelValue(readings, field) ?? []).map(String);
  const source = 'parcels around the parcel';
  if (numbers.length === 0) return { state: 'unresolved', source, reason: 'the number of the parcel is not known.' };
  const lane = await ctx.jurisdictions.lane(subject, 'parcel', ctx.sources);
  if (lane.state !== 'configured') {
    return { state: lane.state === 'unavailable' ? 'unavailable' : 'not_covered', source, reason: lane.reason };
  }
  const work = parcelsNear(ctx.sources, lane.configured, subject, numbers, comparableMeters);
  return bounded<Near>(ctx, deadline, source, work, (reason) => ({ state: 'unavailable', source, reason }));
}

async function readSales(
  ctx: BriefContext,
  { tool, deadline }: ComparablesQuestion,
  near: ParcelsNear | undefined,
): Promise<GridReading> {
  const without = (answer: Answer): GridReading => ({ reading: { ...salesPart(tool), answer }, tables: [] });
  const { jurisdictions, sources, subject, now } = ctx;
  const lane = await jurisdictions.lane(subject, 'transfers', sources);
  if (lane.state !== 'configured') return without(unanswered(lane.state, lane.reason));
  const until = now.toISOString().slice(0, 10);
  const reach = { radiusMeters: comparableMeters, since: monthsBefore(until, salesMonths), until };
  const question = { jurisdictions, sources, subject, ...reach };
  const work = comparableSales(tool, question, lane.configured, near);
  return bounded(ctx, deadline, 'the recorded sales nearby', work, (why) => without(unanswered('unavailable', why)));
}

/**
 * What the records say of parcels like the one that is queried: those of its class around it, and recorded sales with
 * the class, size and year of what was sold. Asks the parcel layer first, as the sales are joined to it.
 */
export async function readComparables(
  ctx: BriefContext,
  question: ComparablesQuestion,
): Promise<readonly GridReading[]> {
  const near = await readNear(ctx, question);
  const parcels = comparableParcels(question.tool, ctx.subject, near);
  const sales = await readSales(ctx, question, 'state' in near ? undefined : near);
  return [sales, parcels];
}
