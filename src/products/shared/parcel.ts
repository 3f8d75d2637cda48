import { placeWords } from '../../answers/uncovered.ts';
import type { Answer } from '../../kernel/answer.ts';
import { AnswerBuilder } from '../../kernel/answer-builder.ts';
import type { Citation } from '../../kernel/citation.ts';
import { hasData } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { type GeoPoint, isMatchedAddress, type PointSubject } from '../../kernel/subject.ts';
import { findParcel, type ParcelUse, sameAddress } from '../../places/lanes/parcel.ts';
import { readLane, recordOfRow } from '../../places/lanes/reader.ts';
import { statesUnit } from '../../places/lanes/street.ts';
import { valueKindNote } from '../../places/lanes/value-kinds.ts';
import { unitOf } from '../../places/schema/lane-table.ts';
import type { ConfiguredLane } from '../../places/schema/port.ts';
import { ringsOf } from '../../sources/drivers/esri.ts';
import type { ParcelStatement } from './compose/material.ts';

type Ring = readonly (readonly [number, number])[];

export interface ParcelReading {
  readonly answer: Answer;
  readonly parcel?: {
    readonly cardId: string;
    readonly sourceName: string;
    readonly parcelId: string | undefined;
    readonly center: GeoPoint | undefined;
    readonly citation: Citation;
    /** Outline in WGS84; empty where the source gave none or several records disagree. */
    readonly rings: readonly Ring[];
    readonly siteAddress: string | undefined;
    /** It is the unit's own, not that of its building. */
    readonly ofUnit: boolean;
    /** Whether the parcel's own address is the one requested; undefined where either is unknown. */
    readonly addressAgrees: boolean | undefined;
  };
}

export interface OtherParcel {
  readonly configured: ConfiguredLane<'parcel'>;
  readonly citation: Citation;
  readonly statements: readonly Omit<ParcelStatement, 'citation'>[];
}

/** The tax parcel at the subject with its outline, and the answer that svc_parcel_lookup would give about it. */
export async function readParcel(
  sources: SourceAccess,
  configured: readonly ConfiguredLane<'parcel'>[],
  subject: PointSubject,
  use: ParcelUse = 'to_look_up',
): Promise<ParcelReading> {
  const builder = new AnswerBuilder(subject);
  const found = await findParcel(sources, configured, subject, builder, use);
  const where = placeWords(subject);
  if (!found) {
    const outcome = builder.state === 'empty' ? 'gave no parcel' : 'could not be read';
    return { answer: builder.finish({ summary: `The parcel layers wired here ${outcome} at ${where}.` }) };
  }
  const answer = builder.finish({
    summary: `${found.configured.source.name} gives a tax parcel at ${where}.`,
    facts: found.facts,
    limits: found.limits,
  });
  const key = found.facts.matchedBy?.citation ?? 'c1';
  const citation = answer.citations[key];
  // a parcel that is merely near is reported without its facts
  if (!citation || found.facts.matchedBy?.value === 'nearest_within_40m') return { answer };
  const shapes = new Set(found.rows.map((row) => JSON.stringify(ringsOf(row.geometry))));
  const rings = shapes.size === 1 ? ringsOf(found.rows[0]?.geometry) : [];
  const { siteAddress, centroid } = found.facts;
  return {
    answer,
    parcel: {
      cardId: found.configured.card.id,
      sourceName: citation.sourceName,
      parcelId: found.parcelId,
      center: centroid && { latitude: centroid.latitude, longitude: centroid.longitude },
      citation,
      rings,
      siteAddress: siteAddress?.value,
      ofUnit: subject.unit !== undefined && statesUnit(siteAddress?.value, subject.unit),
      addressAgrees: isMatchedAddress(subject) ? sameAddress(siteAddress?.value, subject.streetLine) : undefined,
    },
  };
}

const digits = (value: unknown) => String(value ?? '').replace(/\D/g, '');

/** The same parcel in the other configured parcel sources, for comparison; a source that fails is left out. */
export async function readOtherParcels(
  sources: SourceAccess,
  configured: readonly ConfiguredLane<'parcel'>[],
  parcel: NonNullable<ParcelReading['parcel']>,
): Promise<readonly OtherParcel[]> {
  const { parcelId, center, cardId } = parcel;
  const others = configured.filter(({ source, card }) => source.query.point && card.id !== cardId);
  if (!center || !parcelId) return [];
  const readings = await Promise.all(
    others.map(async (lane): Promise<OtherParcel | undefined> => {
      const found = await readLane(sources, lane, { point: center, limit: 3 });
      const [row, ...more] = hasData(found) ? found.data : [];
      if (!row || more.length > 0 || !hasData(found)) return undefined;
      if (digits(row.fields.parcelId) !== digits(parcelId)) return undefined;
      const statements = Object.entries<string | number>(row.fields).map(([field, value]) => {
        const unit = unitOf(lane.source, field);
        const note = valueKindNote(lane.source, field);
        return { field, value, ...(unit !== undefined && { unit }), ...(note && { note }) };
      });
      return { configured: lane, citation: { ...found.citation, ...recordOfRow(row) }, statements };
    }),
  );
  return readings.filter((reading) => reading !== undefined);
}
