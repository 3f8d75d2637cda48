/** Names of the placeholders of a page template, `{recordId}` among them. */
export const placeholdersOf = (template: string): readonly string[] =>
  [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/**
 * A page template with its placeholders filled in, each value encoded for an address; undefined where a value is missing.
 * Templates and values are the publisher's own numbers: none contains a key.
 */
export function fillPage(
  template: string | undefined,
  values: Readonly<Record<string, string | number | boolean | undefined>>,
): string | undefined {
  if (template === undefined) return undefined;
  let whole = true;
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = String(values[name] ?? '').trim();
    if (text === '') whole = false;
    return encodeURIComponent(text);
  });
  return whole ? filled : undefined;
}

/** Whether an address is the front page of a site, which says nothing of any dataset. */
export function isFrontPage(address: string): boolean {
  const { pathname, search, protocol } = new URL(address);
  return /^https?:$/.test(protocol) && pathname === '/' && search === '';
}

const platforms: readonly { readonly pattern: RegExp; page(match: RegExpExecArray): string }[] = [
  // Socrata: rows of a dataset, by its four-by-four
  {
    pattern: /^(https:\/\/[^/]+)\/resource\/(\w{4}-\w{4})(?:\.json)?(?:\?|$)/,
    page: ([, site, dataset]) => `${site}/d/${dataset}`,
  },
  // ArcGIS: a layer, or a service where none is named
  {
    pattern: /^(https:\/\/[^?]+\/(?:Map|Feature|Image)Server(?:\/\d+)?)(?:[/?]|$)/,
    page: ([, layer]) => layer ?? '',
  },
  // OGC API Features: a collection
  {
    pattern: /^(https:\/\/[^?]+\/collections\/[^/?]+)(?:\/items)?(?:[/?]|$)/,
    page: ([, collection]) => collection ?? '',
  },
];

/**
 * Page of the dataset that an address asks, on the platforms whose addresses name their datasets: Socrata (`/d/<4x4>`),
 * ArcGIS (layer or service page) and OGC API Features (collection). Undefined elsewhere.
 */
export function platformPage(address: string): string | undefined {
  for (const { pattern, page } of platforms) {
    const match = pattern.exec(address);
    if (match) return page(match);
  }
  return undefined;
}
