import type { ToolContext } from '../../catalog/context.ts';
import type { Bbox } from '../../geometry/geo.ts';
import { sha256 } from '../../kernel/canonical.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import { cleanText } from '../../kernel/text.ts';
import { dayMs } from '../../kernel/time.ts';
import { limitsOf } from '../../rules/limits.ts';
import { boxSize, pictureSize, windowAround } from '../../rules/satellite-area.ts';
import { sourceCard } from '../../sources/cards.ts';
import { type Scene, scenesOf } from '../../sources/earth-search/scenes.ts';
import { pictureOfScene } from '../../sources/planetary-computer/render.ts';
import { sectionCitation } from '../shared/compose/facts.ts';
import type { ScenePair, ScenePairDiagnostic } from './schema.ts';

const card = sourceCard('planetary-computer');

export interface ScenePairInput {
  readonly bbox: readonly number[];
  readonly beforeDate: string;
  readonly afterDate: string;
  readonly windowDays: number;
  readonly size: number;
  readonly maxCloudCoverage: number;
  readonly areaLabel?: string | undefined;
}

type Context = Pick<ToolContext, 'sources' | 'now'>;
type Which = 'before' | 'after';

interface Found {
  readonly which: Which;
  readonly date: string;
  readonly window: { readonly from: string; readonly until: string };
  readonly lookup: Lookup<readonly Scene[]>;
  /** Scenes that hold the whole box, the one to show first. */
  readonly fitting: readonly Scene[];
}

export interface Scenes {
  readonly before: Found;
  readonly after: Found;
}

const daysBetween = (from: string, to: string) => Math.round((Date.parse(to.slice(0, 10)) - Date.parse(from)) / dayMs);
const boxOf = (bbox: readonly number[]): Bbox => [bbox[0] ?? 0, bbox[1] ?? 0, bbox[2] ?? 0, bbox[3] ?? 0];

/** Fewest clouds first, then least of the tile missing, then nearest to the date, then newest. */
function byFitness(date: string) {
  const away = (scene: Scene) => Math.abs(daysBetween(date, scene.acquiredAt));
  return (a: Scene, b: Scene) =>
    a.cloudCoverPercent - b.cloudCoverPercent ||
    (a.nodataPercent ?? 0) - (b.nodataPercent ?? 0) ||
    away(a) - away(b) ||
    b.acquiredAt.localeCompare(a.acquiredAt, 'en');
}

/** Looks in the catalog for the scenes of both windows; no picture is requested. */
export async function findScenes({ sources, now }: Context, input: ScenePairInput): Promise<Scenes> {
  const today = now.toISOString().slice(0, 10);
  const find = async (which: Which, date: string): Promise<Found> => {
    const window = windowAround(date, input.windowDays, today);
    const { from: fromDate, until: toDate } = window;
    const lookup = await scenesOf(sources, card, {
      bbox: boxOf(input.bbox),
      fromDate,
      toDate,
      maxCloudCoverage: input.maxCloudCoverage,
    });
    const all = hasData(lookup) ? lookup.data : [];
    return { which, date, window, lookup, fitting: all.filter(({ coversBox }) => coversBox).sort(byFitness(date)) };
  };
  const [before, after] = await Promise.all([find('before', input.beforeDate), find('after', input.afterDate)]);
  return { before, after };
}

function areaOf({ bbox, areaLabel }: ScenePairInput): ScenePair['area'] {
  const { widthMeters, heightMeters, areaSquareKilometers } = boxSize(boxOf(bbox));
  const label = areaLabel && cleanText(areaLabel, 120);
  return {
    bbox: [...bbox],
    widthMeters: Math.round(widthMeters),
    heightMeters: Math.round(heightMeters),
    areaSquareKilometers: Math.round(areaSquareKilometers * 100) / 100,
    ...(label && { label }),
  };
}

const browser = {
  action: 'Look at scenes of other days in the official browser',
  with: 'Copernicus Browser',
  url: 'https://browser.dataspace.copernicus.eu/',
};

function diagnosticOf(input: ScenePairInput, { before, after }: Scenes, message: string): ScenePairDiagnostic {
  return {
    kind: 'large_site_satellite_diagnostic',
    charged: false,
    message,
    area: areaOf(input),
    searched: [before, after].map(({ which, window, lookup, fitting }) => ({
      date: which,
      ...window,
      state: lookup.state === 'stale' ? 'partial' : (lookup.state as 'found' | 'empty' | 'partial' | 'unavailable'),
      sceneCount: fitting.length,
      ...('reason' in lookup && lookup.reason && { reason: lookup.reason }),
    })),
    nextChecks: [
      { action: 'See which scenes exist for the box, free', with: 'svc_satellite_scene_availability' },
      {
        action: 'Ask again with a longer windowDays or a higher maxCloudCoverage',
        with: 'svc-large-site-satellite-change',
      },
      browser,
    ],
  };
}

/** Why there are no two scenes to sell; undefined where there are. Decided by the catalog alone. */
export function lackOf(input: ScenePairInput, scenes: Scenes): ScenePairDiagnostic | undefined {
  for (const { which, window, lookup, fitting } of [scenes.before, scenes.after]) {
    const period = `${window.from} to ${window.until}`;
    if (lookup.state === 'unavailable')
      return diagnosticOf(
        input,
        scenes,
        `Not charged: the scene catalog could not be read for the ${which} date (${period}).`,
      );
    if (fitting.length === 0)
      return diagnosticOf(
        input,
        scenes,
        `Not charged: the catalog lists no Sentinel-2 scene that holds the whole box with at most ${input.maxCloudCoverage}% cloud for the ${which} date (${period}).`,
      );
  }
  const [a, b] = [scenes.before.fitting[0], scenes.after.fitting[0]];
  return a && b && a.acquiredAt >= b.acquiredAt
    ? diagnosticOf(input, scenes, 'Not charged: the two windows overlap and gave no earlier and later scene.')
    : undefined;
}

export const scenePairCaveats = limitsOf('large-site-satellite-change');

/** Has both scenes rendered; a diagnostic where a picture could not be had. */
export async function renderPair(
  { sources, now }: Context,
  input: ScenePairInput,
  scenes: Scenes,
): Promise<{ readonly pair: ScenePair } | { readonly lack: ScenePairDiagnostic }> {
  const bbox = boxOf(input.bbox);
  const size = pictureSize(bbox, input.size);
  const draw = async ({ date, window, fitting }: Found) => {
    const [scene] = fitting;
    if (!scene) return undefined;
    const found = await pictureOfScene(sources, scene, bbox, size);
    if (!hasData(found)) return undefined;
    const { jpeg, width, height } = found.data;
    return {
      requestedOn: date,
      window,
      candidateCount: fitting.length,
      sceneId: scene.id,
      acquiredAt: scene.acquiredAt,
      daysFromRequested: daysBetween(date, scene.acquiredAt),
      ...(scene.platform && { platform: scene.platform }),
      tile: scene.tile,
      cloudCoverPercent: scene.cloudCoverPercent,
      ...(scene.nodataPercent !== undefined && { nodataPercent: scene.nodataPercent }),
      ...(scene.baseline && { processingBaseline: scene.baseline }),
      image: {
        mediaType: 'image/jpeg' as const,
        width,
        height,
        contentHash: sha256(jpeg),
        base64: Buffer.from(jpeg).toString('base64'),
      },
      citation: sectionCitation(found.citation),
    };
  };
  const [before, after] = await Promise.all([draw(scenes.before), draw(scenes.after)]);
  if (!before || !after)
    return { lack: diagnosticOf(input, scenes, 'Not charged: a scene of the catalog could not be rendered.') };
  const area = areaOf(input);
  const days = [before, after].map(({ acquiredAt }) => acquiredAt.slice(0, 10));
  const years = [...new Set(days.map((day) => day.slice(0, 4)))];
  return {
    pair: {
      kind: 'large_site_satellite_scenes',
      charged: true,
      generatedAt: now.toISOString(),
      summary: `Two Sentinel-2 scenes of a box of ${area.areaSquareKilometers} square kilometers: ${days.join(' and ')}, ${daysBetween(days[0] ?? '', days[1] ?? '')} days apart.`,
      area,
      before,
      after,
      caveats: [...scenePairCaveats, `Contains modified Copernicus Sentinel data ${years.join(', ')}.`],
      nextChecks: [
        browser,
        {
          action: 'Ask what was permitted or built on the site',
          with: 'the permit office of the place',
        },
      ],
    },
  };
}
