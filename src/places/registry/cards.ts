import { pickFields } from '../../fields/table.ts';
import { defined } from '../../kernel/defined.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { datasetPageOf, type Jurisdiction, type LaneSource } from '../schema/jurisdiction.ts';
import { probeOf } from './probe.ts';

/** The published source card of one configured lane source. */
export function laneCard(jurisdiction: Jurisdiction, source: LaneSource): SourceCard {
  const { freshness, license } = source;
  return defined({
    id: source.cardId,
    ...pickFields(source, 'name', 'publisher', 'landingUrl', 'endpoint', 'seen', 'bias'),
    authority: source.authority ?? ('official' as const),
    datasetUrl: datasetPageOf(source),
    recordUrl: source.recordPage,
    covers: jurisdiction.displayName,
    ...pickFields(freshness, 'cadence', 'everyDays', 'lagDays'),
    licenseNote: license.note,
    licenseUrl: license.url,
    commercialUse: license.commercialUse,
    http: { timeoutMs: source.timeoutMs ?? 12_000, ttlSeconds: 3600 },
    probe: probeOf(source),
    limits: [...source.limits.notes],
  });
}

/** The card of a boundary layer; undefined where the place has none. */
export function boundaryCard(jurisdiction: Jurisdiction): SourceCard | undefined {
  const { boundaryCheck: check } = jurisdiction;
  if (!check || 'none' in check) return undefined;
  const { id, displayName: place } = jurisdiction;
  const { url } = check;
  return {
    id: `${id}-boundary`,
    name: `${place} boundary layer`,
    authority: 'official',
    ...{ publisher: place, covers: place, landingUrl: url, datasetUrl: url, endpoint: url },
    cadence: 'as boundaries change',
    licenseNote: 'Used to decide which jurisdiction speaks for a point; nothing of it is republished',
    seen: check.seen ?? { by: 'none', note: 'Not checked.' },
    http: { timeoutMs: 3500, ttlSeconds: 86_400 },
    probe: { url: `${check.url}?f=json`, expect: ['fields.0.name'], columns: [check.field] },
    limits: ['Asked with the exact point, never with a buffer.'],
  };
}
