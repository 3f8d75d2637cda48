import { bounded, type PartReading, unanswered } from '../../../answers/ask-tools.ts';
import { pickFields } from '../../../fields/table.ts';
import { AnswerBuilder } from '../../../kernel/answer-builder.ts';
import type { Deadline } from '../../../kernel/bounded.ts';
import type { Citation } from '../../../kernel/citation.ts';
import { many } from '../../../kernel/nearby-shape.ts';
import type { PointSubject } from '../../../kernel/subject.ts';
import { monthsBefore } from '../../../kernel/time.ts';
import type { RouteName } from '../../../kernel/tool-names.ts';
import type { Located } from '../../../places/lanes/cases.ts';
import { numberIn, type ParcelsNear, parcelsNear } from '../../../places/lanes/parcels-near.ts';
import type { LaneRow } from '../../../places/lanes/reader.ts';
import { type TransfersQuestion, transfersAround } from '../../../places/lanes/transfers.ts';
import type { ConfiguredLane } from '../../../places/schema/port.ts';
import type { ReportTable, SectionCitation } from '../../../reports/sections.ts';
import { limitsOf } from '../../../rules/limits.ts';
import type { BriefContext } from '../brief-route.ts';
import { sectionCitation } from '../compose/facts.ts';
import { parcelValue } from '../parcel-record.ts';
import {
  citedRow,
  comparableParcels,
  type GridColumn,
  type GridReading,
  type GridRow,
  gridOf,
  parcelColumns,
} from './parcels.ts';
import { buildingSize, sameKind } from './select.ts';

const listed = 12;
const limits = limitsOf('comparables');

const saleColumns: readonly GridColumn[] = [
  { key: 'saleDate', label: 'Date of sale' },
  { key: 'deedDate', label: 'Date of deed' },
  { key: 'recordedAt', label: 'Recorded' },
  { key: 'transferredAt', label: 'Date of transfer' },
  { key: 'price', label: 'Price', unit: 'USD' },
  { key: 'sameClass', label: 'Same class as this parcel' },
  { key: 'parcelsInSale', label: 'Parcels in the sale' },
  { key: 'deedType', label: 'Deed type' },
];
/** Figures of the roll stand in the grid of parcels. */
const notOfSales: ReadonlySet<string> = new Set(['landValue', 'buildingValue', 'totalValue', 'valuePerSize']);
const ofLastSale: ReadonlySet<string> = new Set(['lastSaleDate', 'lastSalePrice']);

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

function rowOf(sale: Sale, citation: SectionCitation): GridRow {
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
  cited: ReadonlyMap<string, Citation>,
  near: ParcelsNear | undefined,
): ReportTable | undefined {
  const size = near && (buildingSize(near.own.fields)?.name === 'buildingArea' ? 'buildingArea' : 'livingArea');
  const ofParcel = near && size ? parcelColumns(near.lane, size) : [];
  const columns = [
    ...saleColumns,
    ...(ofParcel.length > 0
      ? ofParcel.filter(({ key }) => !notOfSales.has(key) && !ofLastSale.has(key))
      : [
          { key: 'siteAddress', label: 'Address' },
          { key: 'parcelId', label: 'Parcel identifier' },
          { key: 'distance', label: 'Distance', unit: 'm' },
          { key: 'propertyClass', label: 'Property class' },
        ]),
  ];
  const rows = sales.slice(0, listed).flatMap((sale): GridRow[] => {
    const citation = cited.get(sale.citation);
    return citation ? [rowOf(sale, sectionCitation(citation))] : [];
  });
  return gridOf(
    { id: 'comparable_sales.grid', label: 'Recorded sales nearby', columns },
    rows,
    sales.length - rows.length,
  );
}

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
  const finished = answer.finish({
    summary: `${where}: ${outcome}.`,
    ...(first && {
      facts: {
        sales: { value: sales.length, note: 'with a recorded price', citation },
        ...(near && read && { salesOfSameClass: { value: same, citation } }),
        ...(near && read && { classAndSizeFrom: { value: near.lane.source.name, citation: read } }),
      },
    }),
    ...(!first && answer.state === 'found' && { state: 'empty' as const }),
    limits: [...limits, ...found.limits],
    verifyNext: configured.slice(0, 1).map(({ source }) => ({
      action: 'Look the recorded documents up',
      with: source.publisher,
      url: source.landingUrl,
    })),
  });
  const cited = new Map(Object.entries(finished.citations));
  const grid = first && gridOfSales(sales, cited, near);
  return {
    reading: { id: 'comparable_sales', tool, title: 'Recorded sales nearby', lane: 'transfers', answer: finished },
    tables: grid ? [grid] : [],
  };
}

export const comparableMeters = 500;
export const salesMonths = 36;

interface ComparablesQuestion {
  readonly tool: RouteName;
  readonly subject: PointSubject;
  readonly parcel: PartReading | undefined;
  readonly deadline: Deadline;
}

type Near = Awaited<ReturnType<typeof parcelsNear>>;

async function readNear(ctx: BriefContext, { subject, parcel, deadline }: ComparablesQuestion): Promise<Near> {
  const readings = parcel ? [parcel] : [];
  const numbers = ['parcelId', 'accountId'].flatMap((field) => {
    const value = parcelValue(readings, field);
    return value === undefined ? [] : [String(value)];
  });
  const source = 'parcels around the parcel';
  if (numbers.length === 0) return { state: 'unresolved', source, reason: 'the number of the parcel is not known.' };
  const lane = await ctx.jurisdictions.lane(subject, 'parcel', ctx.sources);
  if (lane.state !== 'configured') {
    return { state: lane.state === 'unavailable' ? 'unavailable' : 'not_covered', source, reason: lane.reason };
  }
  return bounded<Near>(
    ctx,
    deadline,
    source,
    parcelsNear(ctx.sources, lane.configured, subject, numbers, comparableMeters),
    (reason) => ({ state: 'unavailable', source, reason }),
  );
}

async function readSales(
  ctx: BriefContext,
  { tool, subject, deadline }: ComparablesQuestion,
  near: ParcelsNear | undefined,
): Promise<GridReading> {
  const head = { id: 'comparable_sales', tool, title: 'Recorded sales nearby', lane: 'transfers' as const };
  const without = (answer: PartReading['answer']): GridReading => ({ reading: { ...head, answer }, tables: [] });
  const lane = await ctx.jurisdictions.lane(subject, 'transfers', ctx.sources);
  if (lane.state !== 'configured') return without(unanswered(lane.state, lane.reason));
  const { jurisdictions, sources, now } = ctx;
  const until = now.toISOString().slice(0, 10);
  const question = {
    jurisdictions,
    sources,
    subject,
    radiusMeters: comparableMeters,
    since: monthsBefore(until, salesMonths),
    until,
  };
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
  const parcels = comparableParcels(question.tool, question.subject, near);
  const sales = await readSales(ctx, question, 'state' in near ? undefined : near);
  return [sales, parcels];
}
