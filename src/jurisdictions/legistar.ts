import type { LaneSource } from '../kernel/jurisdiction.ts';

/** The council system of one client of Legistar: matters with number, title, status and dates, without a person. */
export function legistarMatters(of: {
  readonly cardId: string;
  /** Client of the interface, also the first part of the public site's host unless `site` says otherwise. */
  readonly client: string;
  readonly site?: string;
  readonly publisher: string;
  readonly recordScope: string;
  readonly word?: 'code_only' | 'recorded_sample';
  readonly note: string;
}): LaneSource {
  const site = `https://${of.site ?? of.client}.legistar.com`;
  return {
    cardId: of.cardId,
    name: `${of.publisher} matters (Legistar)`,
    lane: 'legislation',
    platform: 'legistar',
    endpoint: `https://webapi.legistar.com/v1/${of.client}/matters`,
    resolve: { by: 'none' },
    query: { dateField: 'MatterIntroDate', dateType: 'iso' },
    fields: {
      recordId: 'MatterFile',
      pageKey: 'MatterId',
      title: { field: ['MatterName', 'MatterTitle'], join: ': ' },
      type: 'MatterTypeName',
      status: 'MatterStatusName',
      body: 'MatterBodyName',
      occurredAt: { field: 'MatterIntroDate', type: 'isoDate' },
      decidedAt: { field: 'MatterPassedDate', type: 'isoDate' },
    },
    recordPage: `${site}/gateway.aspx?m=l&id={pageKey}`,
    recordScope: of.recordScope,
    locationPrecision: 'unknown',
    pageSize: 1000,
    limits: { notes: ['Matters carry no position.'] },
    freshness: { cadence: 'as the clerk files them' },
    publisher: of.publisher,
    landingUrl: `${site}/Legislation.aspx`,
    licence: { note: 'Public record of the body; no licence text seen' },
    verifiedAt: null,
    verification: { word: of.word ?? 'code_only', note: of.note },
  };
}
