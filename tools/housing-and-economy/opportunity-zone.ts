import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { answerOf, fact } from '../../src/kernel/answer.ts';
import { lookupComponent } from '../../src/kernel/live-or-mirror.ts';
import { hasData, type Lookup } from '../../src/kernel/lookup.ts';
import type { MirrorAccess } from '../../src/kernel/ports/mirror.ts';
import { geographiesAt } from '../../src/sources/census-geocoder/client.ts';
import { designatedTractAt } from '../../src/sources/hud-opportunity-zones/client.ts';

const laterRound =
  'the Treasury list of tracts eligible for nomination to the 2027 round is not loaded here; eligibility is not designation';

function mirroredZone(mirror: MirrorAccess, tract: string | undefined): Lookup<string> {
  if (!tract) {
    const reason = 'the list is kept by census tract, and the tract of the point could not be read';
    return { state: 'unavailable', source: 'Mirrored list of Opportunity Zones', reason };
  }
  const rows = mirror.rows('opportunity-zones-2018', { tract2010: tract });
  if (!hasData(rows)) return rows;
  return rows.data.length > 0 ? { ...rows, data: tract } : { state: 'empty', citation: rows.citation };
}

export default defineTool({
  title: 'Opportunity Zone at a point',
  summary: 'Whether a point lies in a census tract designated as a Qualified Opportunity Zone in 2018.',
  whenToUse: 'Is this address in an Opportunity Zone (OZ), and until when does that designation run?',
  notFor: 'Not tax advice and not a check of a fund; other programmes are not included.',
  scope: 'national',
  sources: ['hud-opportunity-zones', 'census-geocoder'],
  mirrors: ['opportunity-zones-2018'],
  essential: [['hud-opportunity-zones', 'opportunity-zones-2018']],
  examples: [
    { title: 'By address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'By point', arguments: { latitude: 35.7783, longitude: -78.6431 } },
  ],
  output: answerOf(
    {
      designated2018: fact(z.boolean()),
      tract2010: fact(z.string()).describe('Census tract in its 2010 boundaries'),
      designationEndsOn: fact(z.string()),
    },
    { components: true },
  ),
  paid: oneCentTerms(['opportunity zone', 'tax', 'investment']),
  async run(ctx) {
    const { answer } = ctx;
    const [zone, geographies] = await Promise.all([
      designatedTractAt(ctx.sources, ctx.subject),
      geographiesAt(ctx.sources, ctx.subject, { vintage: '2010' }),
    ]);
    const geography = hasData(geographies)
      ? geographies.data.find(({ layer }) => /^(\d{4} )?census tracts$/i.test(layer))
      : undefined;
    const searchExtent = {
      area: 'the point',
      period: 'designations of 2018, in force until 2028-12-31',
      recordScope: 'designated tracts in 2010 boundaries',
    };
    let copied: Lookup<string> | undefined;
    const { cited } = answer.addLiveOrMirror(searchExtent, zone, () => {
      copied = mirroredZone(ctx.mirror, geography?.geoid);
      return copied;
    });
    const round2018 = copied ?? zone;
    answer.note({
      source: hasData(geographies) ? geographies.citation.sourceName : 'Census Geocoder',
      area: 'the point',
      recordScope: 'census tract in 2010 boundaries',
      state: hasData(geographies) ? (geography ? 'found' : 'empty') : geographies.state,
      ...('reason' in geographies && geographies.reason && { reason: geographies.reason }),
    });
    const components = {
      round2018: {
        ...lookupComponent(zone),
        state: copied && copied.state !== 'unavailable' ? ('partial' as const) : round2018.state,
      },
      round2027: { state: 'unavailable' as const, reason: laterRound },
    };
    if (!cited) {
      const tract = geography ? ` (2010 tract ${geography.geoid})` : '';
      const empty = `The point${tract} lies in no tract of the 2018 Opportunity Zone list; the 2027 list was not checked.`;
      const failed = `The 2018 Opportunity Zone list could not be read for the point${tract}.`;
      return answer.miss(round2018, { empty, failed }, { components });
    }
    const { data: tract, citation } = cited;
    const differs = geography && geography.geoid !== tract;
    return answer.finish({
      summary: `The point lies in 2010 census tract ${tract}, designated an Opportunity Zone in 2018 until 2028-12-31; the 2027 list was not checked.`,
      facts: {
        designated2018: { value: true, citation },
        tract2010: { value: tract, citation },
        designationEndsOn: { value: '2028-12-31', citation, note: 'end of the 2018 round by law' },
      },
      components,
      limits: [
        differs && `The Census Geocoder names tract ${geography.geoid} for the point: it lies near a tract line.`,
      ],
    });
  },
});
