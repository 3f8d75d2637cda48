import { z } from 'zod';
import { notCoveredNote, registryCitation } from '../../src/answers/registry-citation.ts';
import { placeWords } from '../../src/answers/uncovered.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { inputObject, place, words } from '../../src/catalog/inputs.ts';
import type { CatalogPort } from '../../src/catalog/port.ts';
import { answerOf, fact, optionalRows, rows } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { citedRows, filled } from '../../src/kernel/nearby-shape.ts';
import { witnesses } from '../../src/kernel/seen.ts';
import { laneWords } from '../../src/places/registry/index.ts';
import type { Jurisdiction } from '../../src/places/schema/jurisdiction.ts';
import { projectProfile, projectTypeOf, siteChecks } from '../../src/rules/plans.ts';

const shown = 14;

function sourcesOf(places: readonly Jurisdiction[], lanes: readonly string[]) {
  return lanes.flatMap((lane) =>
    places.flatMap((jurisdiction) =>
      jurisdiction.sources.filter((source) => source.lane === lane).map((source) => ({ jurisdiction, source })),
    ),
  );
}

function viewSource(catalog: CatalogPort, { jurisdiction, source }: ReturnType<typeof sourcesOf>[number]) {
  const tools = catalog.all().flatMap((entry) => (entry.lane === source.lane ? entry.name : []));
  return {
    lane: laneWords(source.lane),
    source: source.name,
    publisher: source.publisher,
    url: source.landingUrl,
    jurisdiction: jurisdiction.displayName,
    seenBy: source.seen.by,
    tools: filled(tools.slice(0, 3)),
  };
}

export default defineTool({
  title: 'Source map for site discovery',
  summary:
    'Which official sources about parcels, zoning, cases and permits are wired for an area, and which are missing.',
  whenToUse: 'Where would one look for development sites in this city or county, and with which tools?',
  notFor: 'It runs no search and ranks nothing; for one site use svc_predevelopment_feasibility.',
  scope: 'meta',
  subject: 'none',
  examples: [{ title: 'Sources for a city', arguments: { area: 'Raleigh, NC', projectType: 'multifamily' } }],
  input: inputObject({
    area: place.describe('City, county, ZIP or state, for example "Raleigh, NC"'),
    projectType: words(1, 160)
      .optional()
      .describe(
        'What is planned, in a few words: "multifamily", "warehouse", "solar field" ...; it chooses lanes, tools and their order',
      ),
  }),
  output: answerOf({
    project: fact(z.string()).optional().describe('The kind of project that the words were read as'),
    sources: optionalRows('Local sources that are wired for the area', {
      lane: z.string(),
      source: z.string(),
      publisher: z.string(),
      url: z.url(),
      jurisdiction: z.string(),
      seenBy: z.enum(witnesses),
      tools: z.array(z.string()).optional().describe('Tools of this service that read the lane'),
    }),
    missing: rows({ lane: z.string(), why: z.string(), url: z.url().optional() }).optional(),
    nationalTools: fact(z.array(z.string())).describe(
      'Tools about a site that answer anywhere in the US, in the order of this kind of project',
    ),
  }),
  async run(ctx, { area, projectType }) {
    const project = projectTypeOf(projectType);
    const { lanes } = projectProfile(project);
    const resolution = await ctx.place.resolve({ place: area }, ctx.sources);
    const { subject } = resolution;
    const answer = new AnswerBuilder(subject, resolution.searched);
    if (resolution.state !== 'resolved') {
      return answer.finish({
        state: resolution.state === 'unavailable' ? 'unavailable' : 'unresolved',
        summary: `The area could not be pinned down: ${resolution.reason}`,
        verifyNext: [{ action: 'Name a city with its state, a county or a ZIP', with: 'this tool' }],
      });
    }
    const places = ctx.jurisdictions.candidates(subject);
    const registry = registryCitation(ctx.now);
    const citation = answer.cite(registry);
    const configured = sourcesOf(places, lanes);
    const sources = citedRows(configured, citation, shown, (one) => viewSource(ctx.catalog, one)) ?? [];
    const missing = places
      .flatMap((jurisdiction) => jurisdiction.absent)
      .filter((entry) => lanes.includes(entry.lane) && !configured.some(({ source }) => source.lane === entry.lane))
      .slice(0, 6)
      .map(({ lane, why, officialUrl: url }) => ({ lane: laneWords(lane), why, url, citation }));
    const nationalTools = siteChecks(project)
      .filter((check) => ctx.catalog.find(check.tool)?.scope === 'national')
      .map(({ tool }) => tool);
    answer.note({ source: registry.sourceName, area: placeWords(subject), state: 'found' });
    answer.count('found');
    const left = configured.length - sources.length;
    return answer.finish({
      summary: `${configured.length} local sources ${project ? `for the kind "${project.title}"` : 'about sites'} are wired for ${placeWords(subject)}${sources.length < configured.length ? ` (${sources.length} are shown)` : ''}; no search was run.`,
      facts: {
        sources: filled(sources),
        missing: filled(missing),
        project: project && { value: project.id, note: project.title, citation },
        nationalTools: { value: nationalTools, citation },
      },
      limits: [
        notCoveredNote,
        left > 0 && `${left} further sources are left out here; svc_source_card_check lists them.`,
      ],
      verifyNext: [
        { action: 'Check one site', with: 'svc_predevelopment_feasibility' },
        configured.length === 0 && { action: 'Ask for coverage of this area', with: 'svc_request_coverage' },
      ],
    });
  },
});
