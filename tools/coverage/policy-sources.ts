import { z } from 'zod';
import { viewPlace } from '../../src/answers/availability.ts';
import { askOffice, type NamedPage, officePagesAt, offices } from '../../src/answers/offices.ts';
import { citeRegistry, registryCitation } from '../../src/answers/registry-citation.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { inputObject, place } from '../../src/catalog/inputs.ts';
import { answerSchema, rows } from '../../src/kernel/answer.ts';
import { citedRows } from '../../src/kernel/nearby-shape.ts';
import { witnesses } from '../../src/kernel/seen.ts';
import { countyVintages, type Subject } from '../../src/kernel/subject.ts';
import type { Jurisdiction } from '../../src/places/schema/jurisdiction.ts';
import { lawRow, lawsOnRequest, readLaws } from '../../src/rules/law-view.ts';
import { policySourcesOf, type StatePolicySources } from '../../src/rules/policy-sources.ts';
import { pointerChecks } from '../../src/rules/rule-pointers.ts';
import { lawTopics } from '../../src/rules/state-laws.ts';

const levels = ['state', 'county', 'city'] as const;
const lawsShown = 6;

const facts = z.strictObject({
  policySources: rows({
    level: z.enum(levels),
    kind: z.enum(['legislature', 'code', 'tax_agency', 'policy', 'office']),
    name: z.string(),
    url: z.url(),
    seenBy: z.enum(witnesses).describe('Who saw the page; none: a pointer that was not opened'),
  }),
  legalGeographies: rows({
    kind: z.enum(['state', 'county', 'place']),
    name: z.string(),
    code: z.string().optional(),
    codeVintage: z.enum(countyVintages).optional(),
  }).describe('Governments whose rules can apply; a ZIP is none'),
  laws: z
    .array(lawRow)
    .optional()
    .describe('Only with topics: what the law of the state says, as far as its text was read'),
  lawsLeftOut: z.int().optional(),
});

type Facts = z.infer<typeof facts>;

function geographiesOf(subject: Subject, citation: string): Facts['legalGeographies'] {
  const { county, countyAlternates, stateCode, stateFips, placeName } = subject;
  const name = policySourcesOf(stateCode)?.name ?? stateCode;
  return [
    ...(name ? [{ kind: 'state' as const, name, code: stateFips, citation }] : []),
    ...(county ? [county, ...countyAlternates] : []).map(({ fips, vintage, name: countyName }) => ({
      kind: 'county' as const,
      name: countyName,
      code: fips,
      codeVintage: vintage,
      citation,
    })),
    ...(placeName ? [{ kind: 'place' as const, name: placeName, citation }] : []),
  ];
}

type Source = Omit<Facts['policySources'][number], 'citation'>;
type Council = Omit<Source, 'kind'>;

const councilsOf = (jurisdictions: readonly Jurisdiction[]): readonly Council[] =>
  jurisdictions.flatMap(({ kind, sources }) =>
    sources
      .filter(({ lane }) => lane === 'legislation')
      .map(({ name, landingUrl, seen }) => ({ level: kind, name, url: landingUrl, seenBy: seen.by })),
  );

const ofState = (state: StatePolicySources): readonly Source[] => [
  {
    level: 'state',
    kind: 'legislature',
    name: `${state.name} legislature`,
    url: state.legislature,
    seenBy: state.legislatureSeen === undefined ? 'none' : 'code',
  },
  ...[state.code ?? []]
    .flat()
    .map((url): Source => ({ level: 'state', kind: 'code', name: `${state.name} code`, url, seenBy: 'none' })),
  { level: 'state', kind: 'tax_agency', name: state.taxAgency, url: state.taxAgencyUrl, seenBy: 'none' },
];

function sourcesOf(
  state: StatePolicySources | undefined,
  pages: readonly NamedPage[],
  councils: readonly Council[],
  local: Jurisdiction['policySources'],
): readonly Source[] {
  return [
    ...(state ? ofState(state) : []),
    ...pages.map(({ area, ...page }) => ({
      level: area.length === 2 ? ('state' as const) : ('county' as const),
      kind: 'office' as const,
      ...page,
    })),
    ...councils.map((council) => ({ kind: 'legislature' as const, ...council })),
    ...local.slice(0, 12).map((page) => ({ ...page, kind: 'policy' as const, seenBy: 'none' as const })),
  ];
}

export default defineTool({
  title: 'Official policy sources of a place',
  summary:
    'Where law is published here, who governs; state law on disclosure, tenancies, transfer tax, assessed values, ADUs.',
  whenToUse: 'Where are laws here published, and what does state law say a seller or landlord must disclose or do?',
  notFor: 'Not a code in full (svc_ordinance_leads), council matters (svc_local_legislation) or legal advice.',
  scope: 'rules',
  subject: 'area',
  examples: [
    { title: 'Policy sources of an address', arguments: { place: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Policy sources of a state', arguments: { place: 'Mississippi' } },
    { title: 'What a seller must disclose', arguments: { place: 'Texas', topics: ['disclosure'] } },
  ],
  input: inputObject({
    place,
    topics: z
      .array(z.enum(lawTopics))
      .min(1)
      .max(lawTopics.length)
      .optional()
      .describe(
        'Adds what the state law says on these: disclosure at sale and lease, landlord duties, transfer tax, assessed values, ADUs, building code',
      ),
  }),
  output: answerSchema({ facts }),
  async run(ctx, input) {
    const { answer } = ctx;
    const view = await viewPlace(ctx.subject, ctx);
    const state = policySourcesOf(ctx.subject.stateCode);
    const councils = councilsOf(view.jurisdictions);
    const known = new Set([state?.legislature, state?.code, state?.taxAgencyUrl, ...councils.map(({ url }) => url)]);
    const local = view.jurisdictions
      .flatMap((jurisdiction) => jurisdiction.policySources)
      .filter(({ url }) => !known.has(url) && known.add(url));
    const pages = officePagesAt(ctx.subject);
    const area = ctx.subject.resolved ?? input.place;
    const searched = {
      area,
      recordScope: 'tables of state policy sources and of offices, policy sources of wired jurisdictions',
    };
    const clerk = askOffice(ctx.subject, offices.clerk, 'Ask for the adopted code and pending ordinances');
    if (!state && local.length === 0 && pages.length === 0) {
      const reason = 'the table has no row for this place';
      answer.addLookup({ state: 'not_covered', source: registryCitation(ctx.now).sourceName, reason }, searched);
      return answer.finish({ summary: `No policy source is listed for ${area}.`, verifyNext: [clerk] });
    }
    const law = input.topics && readLaws(answer, input.topics, { ...ctx, area }, lawsShown);
    const citation = citeRegistry(ctx, searched, view.unsure);
    const sources = sourcesOf(state, pages, councils, local);
    const below = sources.filter(({ level }) => level !== 'state').length;
    return answer.finish({
      summary: `${area}: ${sources.length} official policy sources are listed, ${below} of them of county or city.${law ? ` Law read: ${law.words || 'none on these topics'}${law.age}.` : lawsOnRequest(ctx.subject, lawTopics)}`,
      facts: {
        policySources: citedRows(sources, citation),
        legalGeographies: geographiesOf(ctx.subject, citation),
        laws: law?.laws,
        lawsLeftOut: law?.lawsLeftOut,
      },
      limits: [
        ...(law?.limits ?? []),
        below === 0 && 'No county or city source is listed here; that does not mean that there are no local rules.',
      ],
      verifyNext: [...pointerChecks(law?.pointers ?? []), clerk],
    });
  },
});
