import { type Block, type Cell, item, list, run, text } from '../../../reports/document.ts';
import { distanceText } from '../../../reports/values.ts';
import type { LiveAerialView, Visual, VisualStatus } from '../../../reports/visual/schema.ts';
import { dayOf, moment, webAddress } from '../../../reports/words.ts';
import type { View } from './view.ts';

const missing: Readonly<Record<Extract<VisualStatus, { status: 'unavailable' }>['reason'], string>> = {
  parcel_unavailable: 'no parcel was matched',
  parcel_geometry_unavailable: 'the parcel has no outline in its source',
  analysis_point_unavailable: 'the place has no point to center on',
  imagery_unavailable: 'the imagery service did not give an image',
  artifact_storage_unavailable: 'the image could not be stored',
};

function altOf(visual: Visual): string {
  const subject =
    visual.scope === 'parcel'
      ? `the outline of tax parcel ${visual.parcel.matchedSourceId}`
      : `a ring of ${distanceText(visual.analysisArea.radiusMeters)} around the analysis point`;
  const layers = visual.annotations.filter(({ kind }) => kind !== 'parcel_outline').map(({ label }) => label);
  return (
    `Aerial photograph from above, taken ${dayOf(visual.aerial.acquiredAt)}, with ${subject} drawn on it` +
    `${layers.length > 0 ? `, and ${layers.join(', ')}` : ''}.`
  );
}

function captionOf(visual: Visual, view: View): Cell {
  const { aerial, annotations, caveats } = visual;
  const mark = ({ sourceName, sourceUrl }: { sourceName: string; sourceUrl: string }) =>
    view.marks.of({ sourceName, sourceUrl });
  const drawn =
    visual.scope === 'parcel'
      ? [run(`Outline: parcel ${visual.parcel.matchedSourceId}`), mark(visual.parcel)]
      : [
          run(
            `Ring: ${distanceText(visual.analysisArea.radiusMeters)} of ${distanceText(visual.analysisArea.requestedRadiusMeters)} searched; center known to the ${visual.analysisArea.centerPrecision}`,
          ),
        ];
  return [
    [
      run(`Imagery: ${aerial.sourceName}, ${dayOf(aerial.acquiredAt)}, raster `),
      run(aerial.rasterId, 'code'),
      mark(aerial),
      run('. '),
      ...drawn,
      ...annotations
        .filter(({ kind }) => kind !== 'parcel_outline')
        .flatMap((one) => [run(`; ${one.label}`), mark(one)]),
      run('.'),
    ],
    [run([...caveats, aerial.licenseNote].join(' '), 'muted')],
  ];
}

interface Pictured {
  readonly visual?: Visual | undefined;
  readonly visualStatus?: VisualStatus | undefined;
}

/** The annotated aerial, or why there is none. */
export function visualBlocks({ visual, visualStatus: status }: Pictured, view: View): Block[] {
  if (visual) return [{ kind: 'figure', alt: altOf(visual), caption: captionOf(visual, view) }];
  if (status?.status !== 'unavailable') return [];
  return [text(`There is no aerial image: ${missing[status.reason]}.`, 'notice')];
}

/** The aerial video that is looked up live; nothing of it is stored. */
export function liveViewBlocks(view: LiveAerialView, zone: string | undefined): Block[] {
  const { year, month, day } = view.captureDate ?? {};
  const captured = [year, month, day]
    .filter((part) => part !== undefined)
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  const link = (label: string, url: string): Cell => [[run(label, undefined, webAddress(url))]];
  return list([
    ...item('Attribution', view.attribution),
    ...item('Video', `${view.videoId} (${view.state.toLowerCase()})`),
    ...item('Captured', captured),
    ...item('Looked up', `${moment(view.checkedAt, zone)}, for this view only; not stored`),
    link('Policy', view.policyUrl),
    link('Terms', view.termsUrl),
    link('Privacy', view.privacyUrl),
  ]);
}
