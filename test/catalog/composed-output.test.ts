import { expect, test } from 'vitest';
import { shippedRegistry } from '../../src/composition/shipped-registry.ts';

interface Node {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly additionalProperties?: unknown;
  readonly items?: Node;
  readonly maxItems?: number;
  readonly required?: readonly string[];
}

const registry = shippedRegistry();
const factsOf = (name: string) => {
  const facts = (registry.freeTool(name)?.outputJsonSchema as Node | undefined)?.properties?.facts;
  if (!facts) throw new Error(`${name} publishes no facts`);
  return facts;
};

/** Paths of the nodes in a schema that allow anything. */
function openNodes(node: unknown, path = ''): readonly string[] {
  if (Array.isArray(node)) return node.flatMap((one, index) => openNodes(one, `${path}/${index}`));
  if (typeof node !== 'object' || node === null) return [];
  const entries = Object.entries(node);
  if (path !== '' && entries.length === 0 && !/\/(not|default|const|examples)(\/|$)/.test(path)) return [path];
  return entries.flatMap(([name, inner]) => openNodes(inner, `${path}/${name}`));
}

test.each(registry.tools.map((tool) => ({ name: tool.slug ?? tool.name, tool })))(
  'the output of $name publishes every fact with its type',
  ({ tool }) => {
    // a job repeats its request, and an item has the diagnostic of whatever it queried
    const ofJobs = /\/properties\/(request|items\/items\/properties\/diagnostic)\/additionalProperties$|^\/\$defs$/;
    expect(openNodes(tool.outputJsonSchema).filter((path) => !ofJobs.test(path))).toEqual([]);
  },
);

test('a part of a composed output is what its tool publishes, as far as it is kept, lists cut', () => {
  const { earthquake, flood, wildfire, storms } = factsOf('svc_homeowners_insurance_context').properties ?? {};
  const seismic = factsOf('svc_seismic_design').properties ?? {};
  expect(Object.keys(earthquake?.properties ?? {})).toEqual(['seismicDesignCategory', 'sds', 'pgam']);
  expect(earthquake?.properties?.sds).toEqual(seismic.sds);
  expect(earthquake?.additionalProperties).toBe(false);
  expect(Object.keys(flood?.properties ?? {})).toEqual(['specialFloodHazardArea']);
  // the outline of a parcel may answer where the point has no zone
  expect(flood?.required).toBeUndefined();
  expect(wildfire?.properties).toEqual(factsOf('svc_wildfire_risk').properties);
  const kinds = factsOf('svc_storm_events').properties?.countyEvents;
  expect(kinds?.maxItems).toBeUndefined();
  expect(storms?.properties?.countyEvents).toEqual({ ...kinds, maxItems: 4 });
});

test('a part that is composed itself is cut again', () => {
  const { taxContext, governingDistricts } = factsOf('svc_place_facts').properties ?? {};
  expect(Object.keys(taxContext?.properties ?? {})).toEqual(
    Object.keys(factsOf('svc_property_tax_context').properties ?? {}),
  );
  expect(governingDistricts?.properties?.districts?.maxItems).toBe(7);
  expect(factsOf('svc_property_tax_context').properties?.districts?.properties?.governments?.maxItems).toBe(5);
  expect(taxContext?.properties?.districts?.properties?.governments?.maxItems).toBe(1);
});
