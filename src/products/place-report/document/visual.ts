import { type Block, type Cell, plain, run } from '../../../reports/document.ts';
import { grouped } from '../../../reports/values.ts';
import type { LiveAerialView, Visual, VisualStatus } from '../../../reports/visual/schema.ts';
import { dayOf, moment, webAddress } from '../../../reports/words.ts';

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
      : `a ring of ${grouped(visual.analysisArea.radiusMeters)} m around the analysis point`;
  const layers = visual.annotations.filter(({ kind }) => kind !== 'parcel_outline').map(({ label }) => label);
  return (
    `Aerial photograph from above, taken ${dayOf(visual.aerial.acquiredAt)}, with ${subject} drawn on it` +
    `${layers.length > 0 ? `, and ${layers.join(', ')}` : ''}.`
  );
}

/** What is seen and from whom, then what it is not: two short paragraphs, with one date where all was read on one day. */
function captionOf(visual: Visual): Cell {
  const { aerial, annotations, caveats } = visual;
  const read = [aerial, ...annotations].map(({ fetchedAt }) => fetchedAt.slice(0, 10));
  const days = [...new Set(visual.scope === 'parcel' ? [...read, visual.parcel.fetchedAt.slice(0, 10)] : read)].sort();
  const drawn =
    visual.scope === 'parcel'
      ? [
          run(' Outline: '),
          run(visual.parcel.sourceName, undefined, webAddress(visual.parcel.sourceUrl)),
          run(`${visual.parcel.sourceRecordId ? `, parcel ${visual.parcel.sourceRecordId}` : ''}.`),
        ]
      : [
          run(
            ` Ring: ${grouped(visual.analysisArea.radiusMeters)} m of the ${grouped(visual.analysisArea.requestedRadiusMeters)} m asked for; ` +
              `center known to the ${visual.analysisArea.centerPrecision}.`,
          ),
        ];
  return [
    [
      run('Imagery: '),
      run(aerial.sourceName, undefined, webAddress(aerial.sourceUrl)),
      run(`, taken ${dayOf(aerial.acquiredAt)}, ${aerial.resolutionMeters} m per pixel, raster ${aerial.rasterId}.`),
      ...drawn,
      ...annotations
        .filter(({ kind }) => kind !== 'parcel_outline')
        .flatMap(({ label, sourceName, sourceUrl }) => [
          run(` ${label}: `),
          run(sourceName, undefined, webAddress(sourceUrl)),
          run('.'),
        ]),
      run(` Read ${days.join(', ')}.`, 'muted'),
    ],
    [run(`${caveats.join(' ')} `), run(aerial.licenseNote, 'muted')],
  ];
}

/** The annotated aerial, or why there is none. */
export function visualBlocks(visual: Visual | undefined, status: VisualStatus | undefined): Block[] {
  if (visual) return [{ kind: 'figure', alt: altOf(visual), caption: captionOf(visual) }];
  if (status?.status !== 'unavailable') return [];
  return [{ kind: 'text', line: plain(`There is no aerial image: ${missing[status.reason]}.`), tone: 'notice' }];
}

/** The aerial video that is looked up live; nothing of it is stored. */
export function liveViewBlocks(view: LiveAerialView): Block[] {
  const { year, month, day } = view.captureDate ?? {};
  const captured = [year, month, day]
    .filter((part) => part !== undefined)
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  const item = (label: string, value: string) => [[run(`${label}: `, 'muted'), run(value)]];
  const link = (label: string, url: string) => [[run(label, undefined, webAddress(url))]];
  return [
    {
      kind: 'list',
      ordered: false,
      items: [
        item('Attribution', view.attribution),
        item('Video', `${view.videoId} (${view.state.toLowerCase()})`),
        ...(captured ? [item('Captured', captured)] : []),
        item('Looked up', `${moment(view.checkedAt)}, for this view only; not stored`),
        link('Policy', view.policyUrl),
        link('Terms', view.termsUrl),
        link('Privacy', view.privacyUrl),
      ],
    },
  ];
}
