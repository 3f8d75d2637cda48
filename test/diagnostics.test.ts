import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SoldTool, soldTools } from '../src/catalog/views/entry.ts';
import { openApi } from '../src/catalog/views/openapi.ts';
import { paidManifest } from '../src/catalog/views/paid-index.ts';
import { mapBounded } from '../src/kernel/bounded.ts';
import type { JobsPort } from '../src/kernel/ports/jobs.ts';
import { workOf } from '../src/pipeline/paid-work.ts';
import { validateInput } from '../src/pipeline/validate.ts';
import { publish } from './catalog/views/publication.ts';
import { openService, type TestService, type TestServiceOptions } from './harness.ts';
import { paying } from './pipeline/paying.ts';
import { swept } from './sweep.ts';
import { samplePlaces } from './upstreams/places.ts';

type Fields = Readonly<Record<string, unknown>>;

const pub = publish();
const routes = soldTools(pub.registry);
// written as it comes: a program that is made short and gets each reference anew takes longer than it is used
const ajv = formats.default(
  new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } }),
);
ajv.addSchema({ $id: 'openapi', components: openApi(pub, true).components });

const placeFields = ['address', 'place', 'latitude', 'longitude', 'zip', 'bbox', 'pwsids', 'parcelIds'];
const countyFields = ['state', 'stateFips', 'county', 'countyName', 'countyFips3'];

/** The first example of a route about another place, in the first of these ways that the route takes. */
function about(tool: SoldTool, ways: readonly Fields[]): Fields {
  const takes = Object.keys((tool.inputJsonSchema as { properties?: object }).properties ?? {});
  const own = Object.entries(tool.examples[0]?.arguments ?? {}).filter(
    ([name]) => ![...placeFields, ...countyFields].includes(name),
  );
  const way = ways.find((fields) => Object.keys(fields).every((name) => takes.includes(name)));
  const place = tool.inputJsonSchema.required && 'originationDate' in Object.fromEntries(own) ? {} : way;
  return { ...Object.fromEntries(own), ...place, ...exactly(tool, ways) };
}

interface AddressSchema {
  readonly pattern?: string;
  readonly maxItems?: number;
  readonly items?: { readonly pattern?: string };
}

/** Addresses of the routes that take a list of them, or an exact one alone: the place with a house number and a ZIP. */
function exactly(tool: SoldTool, ways: readonly Fields[]): Fields {
  const { properties = {} } = tool.inputJsonSchema as { properties?: Record<string, AddressSchema> };
  const named = String(ways.find(({ address }) => address !== undefined)?.address ?? '');
  const house = (n: number) => `${n} ${named.replace(/^\d+ /, '').replace(/,? \d{5}$/, '')}, 39530`;
  if (properties.addresses) return { addresses: [1, 2, 3].map(house) };
  return properties.address?.pattern ? { address: house(1) } : {};
}

interface Said {
  readonly slug: string;
  readonly charged: boolean;
  readonly body: Fields;
}

/** Nothing is settled here, so that no job begins: it is only said that somebody would work on it. */
const jobs = { admit: async () => undefined } as unknown as JobsPort;

/** What a route answers: its diagnostic before a payment or after it, or what would be sold. */
async function say({ service }: TestService, tool: SoldTool, given: Fields): Promise<Said> {
  const input = validateInput(tool, given);
  const options = { signal: new AbortController().signal, requestId: 'test' };
  const work = workOf({ free: service.pipeline, jobs }, tool, input, options);
  const covered = await work.cover();
  const { slug } = tool;
  if (covered.kind === 'diagnostic') return { slug, charged: false, body: covered.body };
  const built = await work.build(paying());
  return built.kind === 'diagnostic'
    ? { slug, charged: false, body: built.body }
    : { slug, charged: true, body: JSON.parse(built.body) as Fields };
}

/** Routes whose sold shape the interface fixes without the word; a receipt comes with it. */
const withoutWord = [
  'svc-place-report',
  'svc-transaction-follow-up',
  'svc-renovation-site-context',
  'svc-data-center-site-context',
  'svc-agricultural-land-context',
];

/** The validators of a route's 200 as its manifest and as the OpenAPI document publish it. */
const publishedOf = (tool: SoldTool) => ({
  manifest: ajv.compile(paidManifest(tool, pub).outputs),
  openApi: ajv.compile({ $ref: `openapi#/components/schemas/${tool.slug}.result` }),
});
const validators = new Map(routes.map((tool) => [tool.slug, publishedOf(tool)]));

/** Holds what a route said against everything that is published about it. */
function hold({ slug, charged, body }: Said, tool: SoldTool): void {
  for (const [name, check] of Object.entries(validators.get(slug) ?? {})) {
    expect(check(body) ? [] : check.errors, `${slug}, ${name}`).toEqual([]);
  }
  if (!charged) expect(body.charged, slug).toBe(false);
  else expect(body.charged, slug).toBe(withoutWord.includes(slug) ? undefined : true);
  if (charged || withoutWord.slice(1).includes(slug)) return;
  expect(body.message, slug).toMatch(tool.kind === 'free' ? /\w/ : /^(?:Not charged[:,]|No report was made:) /);
  expect(tool.kind === 'free' ? body.freeTool : body.kind, slug).toMatch(
    tool.kind === 'free' ? /^svc_/ : /_diagnostic$/,
  );
}

const { biloxi } = samplePlaces;
const ocean = { bbox: [-40.1, 30, -40, 30.08] };
const county = (stateFips: string, countyFips3: string, state: string, name: string): readonly Fields[] => [
  { stateFips, countyFips3 },
  { state, county: name },
  { state, countyFips3 },
];

interface Case {
  readonly title: string;
  /** Where there is none, the first examples are queried. */
  readonly ways?: readonly Fields[];
  readonly options?: TestServiceOptions;
  readonly failing?: (cardId: string | undefined) => boolean;
  /** Routes whose answer is worth its price all the same; the calendar of a loan asks for no place. */
  readonly sold: readonly string[];
}

const cases: readonly Case[] = [
  {
    title: 'an area',
    ways: [{ address: 'Chicago' }, { place: 'Chicago' }, ...county('17', '031', 'IL', 'Cook'), ocean],
    sold: [
      'svc-drought-status',
      'svc-fair-market-rents',
      'svc-house-price-index',
      'svc-loan-limits',
      'svc-market-context',
      'svc-owner-programs',
      'svc-radon-zone',
      'svc-unemployment',
      'svc-utility-credits',
    ],
  },
  {
    title: 'nowhere',
    ways: [{ address: '1 Zzyqx Way, Nowhereville' }, { place: 'Zzyqx' }, ...county('17', '999', 'IL', 'Zzyqx'), ocean],
    sold: [],
  },
  {
    title: 'a place without lanes',
    ways: [{ address: biloxi.address }, { place: 'Biloxi, MS' }, ...county('28', '047', 'MS', 'Harrison'), ocean],
    sold: [
      'svc-cleanup-sites',
      'svc-drinking-water-violations',
      'svc-electricity-context',
      'svc-environmental-context',
      'svc-environmental-history',
      'svc-environmental-records-screen',
      'svc-flood-determination-inputs',
      'svc-flood-premium-context',
      'svc-flood-zone',
      'svc-governing-districts',
      'svc-homeowners-insurance-context',
      'svc-house-price-index',
      'svc-insurance-context',
      'svc-landslide-context',
      'svc-loan-limits',
      'svc-market-context',
      'svc-medicare-spending',
      'svc-mitigation-incentives',
      'svc-nfip-claims',
      'svc-noise-proximity',
      'svc-opportunity-zone',
      'svc-owner-cost-review',
      'svc-pfas-multimedia-nearby',
      'svc-place-facts',
      'svc-place-report',
      'svc-power-water-evidence-pack',
      'svc-public-utilities',
      'svc-rebuild-cost-context',
      'svc-regulated-facility-compliance',
      'svc-representatives',
      'svc-road-access',
      'svc-seismic-design',
      'svc-sole-source-aquifer',
      'svc-storm-events',
      'svc-traffic-crash-context',
      'svc-transportation-context',
      'svc-underground-storage-tanks',
      'svc-wetland-context',
      'svc-wildfire-history',
      'svc-wildfire-risk',
    ],
  },
  {
    title: 'an island that most sources do not reach',
    ways: [
      { address: 'Pago Pago, American Samoa', latitude: -14.2781, longitude: -170.7025 },
      { address: 'Pago Pago, American Samoa' },
      { place: 'American Samoa' },
      ...county('60', '010', 'AS', 'Eastern'),
      ocean,
    ],
    sold: [
      'svc-flood-determination-inputs',
      'svc-homeowners-insurance-context',
      'svc-rebuild-cost-context',
      'svc-seismic-design',
    ],
  },
  {
    title: 'every source down but the geocoder',
    options: { mirrors: false },
    failing: (cardId) => cardId !== 'census-geocoder',
    sold: [
      'svc-appeal-window',
      'svc-fraud-alert-pointer',
      'svc-governing-districts',
      'svc-loan-limits',
      'svc-mitigation-incentives',
      'svc-owner-action-brief',
      'svc-owner-programs',
      // a batch sells the work on places that it knows: what fails is begun again free of charge
      'svc-place-report-batch',
      'svc-program-windows',
      'svc-record-batch',
      'svc-utility-credits',
    ],
  },
];

describe.each(swept(cases, 2))('$title', ({ ways, options, failing, sold }) => {
  let at: TestService;
  const said = new Map<string, Promise<Said>>();
  const hear = (tool: SoldTool): Promise<Said> => {
    const given = () => (ways ? about(tool, ways) : (tool.examples[0]?.arguments ?? {}));
    const one = said.get(tool.slug) ?? say(at, tool, given());
    said.set(tool.slug, one);
    return one;
  };
  beforeAll(async () => {
    at = await openService(options);
    if (failing) at.upstreams.setFault(({ cardId }) => failing(cardId), 'http500');
  });
  afterAll(() => at.close());

  test.each(routes.map((tool) => ({ tool, slug: tool.slug })))('$slug', async ({ tool }) => {
    const { charged, body, slug } = await hear(tool);
    hold({ charged, body, slug }, tool);
    const { coverage } = body as { coverage?: readonly { status: string; reason?: string }[] };
    if (failing && !charged && coverage) {
      const unread = coverage.some(({ status, reason }) => status === 'unavailable' && reason);
      expect(unread || /did not answer/.test(String(body.message)), slug).toBe(true);
    }
  });

  test('nothing else is charged', async () => {
    const all = await mapBounded(routes, 4, hear);
    const charged = all.flatMap((one) => (one.charged ? one.slug : []));
    expect(charged.sort()).toEqual([...sold, 'svc-owner-mortgage-calendar'].sort());
  });
});
