import { datasetPageOf, type FieldSpec, type Jurisdiction, type LaneSource } from '../kernel/jurisdiction.ts';
import type { SourceCard } from '../kernel/source-card.ts';

/** Columns that a field spec reads. */
export function columnsOf(spec: FieldSpec): readonly string[] {
  const field = typeof spec === 'string' ? spec : spec.field;
  return typeof field === 'string' ? [field] : field;
}

/** One cheap question that asks for no person: a layer's description, or one record number. */
function probeOf(source: LaneSource): SourceCard['probe'] {
  if (source.platform === 'arcgis') {
    const expect = source.resolve.by === 'none' ? ['fields.0.name'] : ['layers.0.name'];
    return { url: `${source.endpoint}?f=json`, expect };
  }
  if (source.platform !== 'socrata' && source.platform !== 'carto') return undefined;
  const column = columnsOf(source.fields.recordId ?? Object.values(source.fields)[0] ?? ':id')[0] ?? ':id';
  if (source.platform === 'carto') {
    const question = new URLSearchParams({ q: `SELECT ${column} FROM ${source.table} LIMIT 1` });
    return { url: `${source.endpoint}?${question}`, expect: ['rows.0'] };
  }
  const url = new URL(source.endpoint);
  url.searchParams.set('$select', column);
  url.searchParams.set('$limit', '1');
  return { url: url.toString(), expect: ['0'] };
}

/** The published source card of one configured lane source. */
export function laneCard(jurisdiction: Jurisdiction, source: LaneSource): SourceCard {
  const probe = probeOf(source);
  return {
    id: source.cardId,
    name: source.name,
    publisher: source.publisher,
    authority: 'official',
    landingUrl: source.landingUrl,
    datasetUrl: datasetPageOf(source),
    ...(source.recordPage && { recordUrl: source.recordPage }),
    endpoint: source.endpoint,
    covers: jurisdiction.displayName,
    cadence: source.freshness.cadence,
    ...(source.freshness.lagDays !== undefined && { lagDays: source.freshness.lagDays }),
    licenseNote: source.license.note,
    ...(source.license.url && { licenseUrl: source.license.url }),
    verifiedAt: source.verifiedAt,
    ...(source.seenBy && { seenBy: source.seenBy }),
    verification: source.verification,
    http: { timeoutMs: source.timeoutMs ?? 12_000, ttlSeconds: 3600 },
    ...(probe && { probe }),
    ...(source.bias && { bias: source.bias }),
    limits: [...source.limits.notes],
  };
}

/** The card of a boundary layer; undefined where the place has none. */
export function boundaryCard(jurisdiction: Jurisdiction): SourceCard | undefined {
  const { boundaryCheck: check } = jurisdiction;
  if (!check || 'none' in check) return undefined;
  return {
    id: `${jurisdiction.id}-boundary`,
    name: `${jurisdiction.displayName} boundary layer`,
    publisher: jurisdiction.displayName,
    authority: 'official',
    landingUrl: check.url,
    datasetUrl: check.url,
    endpoint: check.url,
    covers: jurisdiction.displayName,
    cadence: 'as boundaries change',
    licenseNote: 'Used to decide which jurisdiction speaks for a point; nothing of it is republished',
    verifiedAt: null,
    ...(check.seenBy && { seenBy: check.seenBy }),
    verification: check.seenBy
      ? { word: 'third_party_recording', note: 'A third party recorded live answers; this project has not queried it.' }
      : { word: 'unverified', note: 'Not checked.' },
    http: { timeoutMs: 3500, ttlSeconds: 86_400 },
    probe: { url: `${check.url}?f=json`, expect: ['fields.0.name'] },
    limits: ['Asked with the exact point, never with a buffer.'],
  };
}
