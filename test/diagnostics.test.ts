import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SoldTool, soldTools } from '../src/catalog/views/entry.ts';
import { openApi } from '../src/catalog/views/openapi.ts';
import { paidManifest } from '../src/catalog/views/paid-index.ts';
import { workOf } from '../src/pipeline/paid-work.ts';
import { validateInput } from '../src/pipeline/validate.ts';
import { publish } from './catalog/views/publication.ts';
import { openService, type TestService, type TestServiceOptions } from './harness.ts';
import { samplePlaces } from './upstreams/places.ts';

type Fields = Readonly<Record<string, unknown>>;

const pub = publish();
const routes = soldTools(pub.registry);
const ajv = formats.default(new Ajv2020({ strict: false, allErrors: true }));
ajv.addSchema({ $id: 'openapi', components: openApi(pub).components });

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
  return { ...Object.fromEntries(own), ...place };
}

interface Said {
  readonly slug: string;
  readonly charged: boolean;
  readonly body: Fields;
}

/** What a route answers: its diagnostic before a payment or after it, or what would be sold. */
async function say({ service }: TestService, tool: SoldTool, given: Fields): Promise<Said> {
  const input = validateInput(tool, given);
  const options = { signal: new AbortController().signal, requestId: 'test' };
  const work = workOf(service.pipeline, tool, input, options);
  const covered = await work.cover();
  const { slug } = tool;
  if (covered.kind === 'diagnostic') return { slug, charged: false, body: covered.body };
  const built = await work.build();
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

/** Holds what a route said against everything that is published about it. */
function hold({ slug, charged, body }: Said, tool: SoldTool): void {
  const schemas = { manifest: paidManifest(tool, pub).outputs, openApi: { $ref: `openapi#/components/schemas/${slug}.result` } };
  for (const [name, schema] of Object.entries(schemas)) {
    const check = ajv.compile(schema);
    expect(check(body) ? [] : check.errors, `${slug}, ${name}: ${JSON.stringify(body).slice(0, 400)}`).toEqual([]);
  }
  if (!charged) expect(body.charged, slug).toBe(false);
  else expect(body.charged, slug).toBe(withoutWord.includes(slug) ? undefined : true);
  if (charged || withoutWord.slice(1).includes(slug)) return;
  expect(body.message, slug).toMatch(/\w/);
  expect(tool.kind === 'free' ? body.freeTool : body.kind, slug).toMatch(tool.kind === 'free' ? /^svc_/ : /_diagnostic$/);
}

const { biloxi } = samplePlaces;
const down = ({ upstreams }: TestService) => upstreams.setFault(({ cardId }) => cardId !== 'census-geocoder', 'http500');
const cases = [
  {
    title: 'an area',
    ways: [{ address: 'Chicago' }, { place: 'Chicago' }, { stateFips: '17', countyName: 'Cook' }, { state: 'IL', county: 'Cook' }, { state: 'IL', countyFips3: '031' }],
  },
  {
    title: 'nowhere',
    ways: [{ address: '1 Zzyqx Way, Nowhereville' }, { place: 'Zzyqx Nowhereville' }, { stateFips: '17', countyName: 'Zzyqx' }, { state: 'IL', county: 'Zzyqx' }, { state: 'IL', countyFips3: '999' }, { bbox: [-40.1, 30, -40, 30.08] }],
  },
  {
    title: 'a place without lanes',
    ways: [{ address: biloxi.address }, { place: 'Biloxi, MS' }, { stateFips: '28', countyName: 'Harrison' }, { state: 'MS', county: 'Harrison' }, { state: 'MS', countyFips3: '047' }],
  },
  {
    title: 'a place that most sources do not reach',
    ways: [{ latitude: -14.2781, longitude: -170.7025 }, { place: 'American Samoa' }, { stateFips: '60', countyName: 'Eastern' }, { state: 'AS', county: 'Eastern' }, { state: 'AS', countyFips3: '010' }],
  },
  { title: 'every source down', ways: [], options: { mirrors: false }, prepare: down },
] satisfies readonly {
  title: string;
  ways: readonly Fields[];
  options?: TestServiceOptions;
  prepare?: (at: TestService) => void;
}[];

describe.each(cases)('$title', (one) => {
  let at: TestService;
  const said: Said[] = [];
  beforeAll(async () => {
    at = await openService('options' in one ? one.options : {});
    if ('prepare' in one) one.prepare(at);
  });
  afterAll(() => at.close());

  test.each(routes.map((tool) => ({ tool, slug: tool.slug })))('$slug', async ({ tool }) => {
    const given = one.ways.length > 0 ? about(tool, one.ways) : (tool.examples[0]?.arguments ?? {});
    const answer = await say(at, tool, given);
    said.push(answer);
    hold(answer, tool);
  });

  test('sold', () => {
    console.log(one.title, said.filter(({ charged }) => charged).map(({ slug }) => slug));
  });
});
