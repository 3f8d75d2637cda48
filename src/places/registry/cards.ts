import type { SourceCard } from '../../kernel/source-card.ts';
import { datasetPageOf, type Jurisdiction, type LaneSource } from '../schema/jurisdiction.ts';
import { probeOf } from './probe.ts';

/** The published source card of one configured lane source. */
export function laneCard(jurisdiction: Jurisdiction, source: LaneSource): SourceCard {
  const probe = probeOf(source);
  return {
    id: source.cardId,
    name: source.name,
    publisher: source.publisher,
    authority: source.authority ?? 'official',
    landingUrl: source.landingUrl,
    datasetUrl: datasetPageOf(source),
    ...(source.recordPage && { recordUrl: source.recordPage }),
    endpoint: source.endpoint,
    covers: jurisdiction.displayName,
    cadence: source.freshness.cadence,
    ...(source.freshness.everyDays !== undefined && { everyDays: source.freshness.everyDays }),
    ...(source.freshness.lagDays !== undefined && { lagDays: source.freshness.lagDays }),
    licenseNote: source.license.note,
    ...(source.license.url && { licenseUrl: source.license.url }),
    ...(source.license.commercialUse && { commercialUse: source.license.commercialUse }),
    seen: source.seen,
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
    seen: check.seen ?? { by: 'none', note: 'Not checked.' },
    http: { timeoutMs: 3500, ttlSeconds: 86_400 },
    probe: { url: `${check.url}?f=json`, expect: ['fields.0.name'], columns: [check.field] },
    limits: ['Asked with the exact point, never with a buffer.'],
  };
}
