import type { PartReading } from '../../answers/ask-tools.ts';
import type { Rings as OutlineRings } from '../../geometry/outline.ts';
import type { RequestLogEntry } from '../../kernel/ports/sources.ts';
import type { GeoPoint, PointSubject } from '../../kernel/subject.ts';
import type { Visual, VisualStatus } from '../../reports/visual/schema.ts';
import type { ParcelMaterial, ParcelStatement, SupportingRow } from '../shared/compose/material.ts';
import type { MapLayers } from '../shared/map-layers.ts';
import type { ExactReading } from '../shared/on-parcel/exact.ts';
import type { CoveredPlace } from './coverage.ts';
import type { LaneOutcome } from './lanes.ts';
import type { MarkedRegister } from './map/marks.ts';
import type { PlaceReportInput } from './schema/report.ts';

/** Everything that was gathered for one report. Composing sends no request. */
export interface ReportMaterial {
  readonly input: PlaceReportInput;
  readonly now: Date;
  readonly subject: PointSubject;
  readonly jurisdictions: readonly string[];
  readonly edition: CoveredPlace['edition'];
  readonly timeZone: string | undefined;
  /** Set where a jurisdiction's own boundary did not answer and another source decided. */
  readonly boundaryNote: string | undefined;
  readonly parcelAnswer: PartReading | undefined;
  readonly parcel: ParcelMaterial | undefined;
  readonly statements: readonly ParcelStatement[];
  /** What carries the parcel's own number or address, by source. */
  readonly exact: readonly ExactReading[];
  /** Answers about the parcel itself that need more than one register: recordings, tax debts, registrations. */
  readonly parcelParts: readonly PartReading[];
  /** Where distances are measured from. */
  readonly center: GeoPoint;
  readonly components: readonly PartReading[];
  readonly sales: readonly SupportingRow<'transfers'>[];
  readonly cases: readonly SupportingRow<'development_cases'>[];
  readonly projects: readonly SupportingRow<'capital_projects'>[];
  readonly local: readonly LaneOutcome[];
  readonly registers: readonly MarkedRegister[];
  /** Outline of the parcel; empty where none is known to be the subject's. */
  readonly outline: OutlineRings;
  readonly mapLayers: MapLayers;
  readonly visual: Visual | undefined;
  /** Absent where the request wants no picture. */
  readonly visualStatus: VisualStatus | undefined;
  readonly queried: readonly RequestLogEntry[];
}
