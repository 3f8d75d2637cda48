import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { RecordInputSchema, RecordSchema, recordCategories } from '../../src/kernel/record.ts';
import { CoverageDiagnosticSchema, PlaceReportSchema } from '../../src/products/place-report/schema/report.ts';
import { SupportingFactSchema } from '../../src/products/place-report/schema/supporting.ts';
import {
  followUpGroups,
  itemStatuses,
  PacketSchema,
  packetStates,
  SoldFollowUpSchema,
} from '../../src/products/shared/follow-up/schema.ts';
import {
  AreaVisualSchema,
  LiveAerialViewSchema,
  ParcelVisualSchema,
  visualReasons,
} from '../../src/reports/visual/schema.ts';
import { proves } from './requirements.ts';

const takes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;
const required = (schema: z.ZodObject) =>
  Object.entries(schema.shape)
    .filter(([, field]) => !(field as z.ZodType).safeParse(undefined).success)
    .map(([name]) => name)
    .sort();
const words = (text: string) => text.split(' ').sort();

describe('resources', () => {
  test('Record', () => {
    proves('res-record', 'res-record-bias', 'limit-lengths');
    expect(required(RecordSchema)).toEqual(words('id category title locationPrecision tags source'));
    expect([...recordCategories].sort()).toEqual(
      words(
        'incident arrest court parcel rental_registry code_enforcement_request code_violation permit service_request',
      ),
    );
    const record = {
      id: 'r',
      category: 'permit',
      title: 'Deck',
      locationPrecision: 'block',
      tags: [],
      source: { sourceName: 'City' },
    };
    for (const bad of [
      { id: '' },
      { title: '' },
      { title: 'x'.repeat(501) },
      { description: 'x'.repeat(2001) },
      { distanceMeters: -1 },
      { locationPrecision: 'near' },
      { other: 1 },
    ])
      expect(takes(RecordSchema, { ...record, ...bad }), JSON.stringify(bad).slice(0, 40)).toBe(false);
    const biasProfile = { measures: 'a', doesNotMeasure: 'b', knownBiases: ['c'], lagDays: 3 };
    const biased = { ...record, source: { sourceName: 'City', biasProfile } };
    expect([takes(RecordSchema, biased), takes(RecordInputSchema, biased)]).toEqual([true, false]);
    expect(
      takes(RecordSchema, {
        ...record,
        source: { sourceName: 'City', biasProfile: { ...biasProfile, knownBiases: [] } },
      }),
    ).toBe(false);
  });

  test('place report and its diagnostic', () => {
    proves('res-report', 'res-diagnostic');
    expect(required(PlaceReportSchema)).toEqual(
      words('id generatedAt query summary recordCounts signals sections records caveats'),
    );
    expect(Object.keys(PlaceReportSchema.shape)).not.toContain('kind');
    expect(Object.keys(PlaceReportSchema.shape).sort()).toEqual(
      words(
        'id generatedAt query summary recordCounts signals sections records caveats composeStatus storage visual visualStatus liveAerialView supportingContext highlights queriedAddress index access reportPrefs reportType placeFacts',
      ),
    );
    expect(required(CoverageDiagnosticSchema)).toEqual(
      words('kind place charged message candidateSources whatWeWouldNeed caveats'),
    );
    expect(CoverageDiagnosticSchema.shape.charged.value).toBe(false);
    expect(CoverageDiagnosticSchema.shape.place.shape.coverageStatus.options).toEqual([
      'unsupported',
      'discovery_only',
    ]);
  });

  test('visual and live aerial view', () => {
    proves('res-visual', 'res-live-aerial', 'limit-visual');
    for (const schema of [ParcelVisualSchema, AreaVisualSchema]) {
      expect(schema.shape.kind.value).toBe('annotated_aerial');
      const { mediaType, width, height } = schema.shape.image.shape;
      expect([mediaType.value, width.value, height.value]).toEqual(['image/svg+xml', 960, 540]);
    }
    expect(required(ParcelVisualSchema.shape.parcel)).toEqual(
      words('sourceName sourceUrl fetchedAt matchedSourceId boundaryKind geometryHash vertexCount'),
    );
    expect([4, 320, 3, 321].map((count) => takes(ParcelVisualSchema.shape.parcel.shape.vertexCount, count))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    const area = AreaVisualSchema.shape.analysisArea.shape;
    expect([takes(area.radiusMeters, 1000), takes(area.radiusMeters, 1001)]).toEqual([true, false]);
    expect([takes(area.requestedRadiusMeters, 50_000), takes(area.requestedRadiusMeters, 50_001)]).toEqual([
      true,
      false,
    ]);
    expect(area.centerSource.options).toEqual([
      'parcel_centroid',
      'server_resolved_point',
      'place_facts_point',
      'approximate_geocode',
    ]);
    expect(required(LiveAerialViewSchema)).toEqual(
      words('provider videoId state checkedAt displayMode playbackPolicy attribution policyUrl termsUrl privacyUrl'),
    );
  });

  test('supporting facts', () => {
    proves('res-supporting', 'limit-comparison');
    expect(SupportingFactSchema.options.map((option) => option.shape.kind.value)).toEqual([
      'property_physical_comparison',
      'property_sale_market_timeline',
      'transportation_project_status',
      'development_case_milestone',
    ]);
    const { nearby } = SupportingFactSchema.options[0].shape;
    const source = { authority: 'official', sourceName: 'C', sourceUrl: 'https://example.org/', fetchedAt: 'x' };
    const near = { addressLabel: 'a', source };
    expect([takes(nearby, Array(12).fill(near)), takes(nearby, Array(13).fill(near))]).toEqual([true, false]);
  });

  test('follow-up packet and wrapper', () => {
    proves('res-packet', 'res-packet-wrapper');
    expect(required(PacketSchema)).toEqual(
      words(
        'kind charged state intent profileTitle subject callerContext groups threshold followUpItems unansweredQuestions handoffs timeline caveats boundary',
      ),
    );
    expect(required(PacketSchema.shape.followUpItems.element)).toEqual(
      words(
        'id status question evidenceNeeded resolutionEvidence supersedes group factualBasis recordIds citations verifyNext',
      ),
    );
    expect([...followUpGroups]).toEqual(
      'subject_identity use_occupancy_permits physical_land environmental_records access_infrastructure change_policy cost_transfer_timing area_operating_context'.split(
        ' ',
      ),
    );
    expect(required(SoldFollowUpSchema)).toEqual(
      words('id generatedAt summary queriedAddress reportType responseMode artifact transactionFollowUp'),
    );
  });

  test('enumerated states', () => {
    proves('state-values');
    expect(packetStates).toEqual([
      'follow_up_items_found',
      'checked_no_follow_up_items_in_answered_components',
      'incomplete_evidence',
      'source_unavailable',
    ]);
    expect(itemStatuses).toEqual(['open', 'awaiting_authority', 'resolved_with_evidence']);
    expect(visualReasons).toEqual([
      'parcel_unavailable',
      'parcel_geometry_unavailable',
      'analysis_point_unavailable',
      'imagery_unavailable',
      'artifact_storage_unavailable',
    ]);
    expect(PlaceReportSchema.shape.composeStatus.unwrap().options).toEqual(['ok', 'degraded']);
    expect(SupportingFactSchema.options[0].shape.state.options).toEqual([
      'candidate',
      'verified',
      'conflict',
      'rejected',
    ]);
    expect(LiveAerialViewSchema.shape.state.options).toEqual(['ACTIVE', 'PROCESSING']);
  });
});
