import { gzipSync } from 'node:zlib';
import { datasets } from '../../src/mirror/datasets.ts';
import { fillAddress } from '../../src/mirror/engine/address.ts';
import { cyclesToTry, yearsToTry } from '../../src/mirror/engine/calendar.ts';
import type { Dataset } from '../../src/mirror/engine/dataset.ts';
import { placeDataset } from '../../src/mirror/place-dataset.ts';
import { shippedPlaces } from '../../src/places/registry/load.ts';
import type { LaneSource } from '../../src/places/schema/jurisdiction.ts';
import { isFile } from '../../src/places/schema/jurisdiction.ts';
import { fileId, pageListings, processId } from './broadband-listings.ts';
import type { FakeUpstream, UpstreamReply, UpstreamRequest } from './fake-upstream.ts';
import type { MirrorFile } from './mirror-file.ts';
import { mirrorFiles } from './mirror-files.generated.ts';
import { placeFile } from './place-files.ts';
import { workbook } from './workbook.ts';
import { zipOf } from './zip.ts';

type Content = string | Uint8Array;

const bytesOf = (content: Content) => (typeof content === 'string' ? new TextEncoder().encode(content) : content);

/** Lines of a hand-written CSV as cells; numbers as a workbook has them. */
function cellsOf(csv: string): readonly (readonly (string | number)[])[] {
  return csv
    .trimEnd()
    .split('\n')
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)]
        .map(([, cell = '']) => cell.replace(/^"|"$/g, '').replaceAll('""', '"'))
        .slice(0, line.endsWith(',') ? undefined : -1)
        .map((cell) => (/^[1-9]\d{0,8}(\.\d+)?$/.test(cell) ? Number(cell) : cell)),
    );
}

/** Member of a published archive, where a hand-written file is the member alone. */
const members: Readonly<Record<string, string>> = {
  'epa-frs-facilities': 'STATE_SINGLE_NC.CSV',
  'epa-nei-facilities': 'emis_sum_fac.csv',
  'epa-ucmr5': 'UCMR5_All.txt',
  'epa-ucmr5-zips': 'UCMR5_ZIPCodes.txt',
  'faa-airports': 'APT_BASE.csv',
  'fars-crashes': 'accident.csv',
  'fema-nri-counties': 'NRI_Table_Counties.csv',
  'usgs-landslides': 'us_ls_v3_point.csv',
};

/** A hand-written file in the form in which its publisher serves it, by the ending of its address. */
function published({ id }: Pick<Dataset, 'id'>, path: string, content: Content): Content {
  if (path.endsWith('.gz')) return gzipSync(content);
  if (typeof content !== 'string') return content;
  if (path.endsWith('.xlsx')) return workbook({ Sheet1: cellsOf(content) });
  if (path.endsWith('.zip')) return zipOf({ [members[id] ?? 'file.csv']: bytesOf(content) });
  return content;
}

/** What is on a page that lists files, and the name of the file, of datasets whose names change. */
const listedNames: Readonly<Record<string, (file: MirrorFile) => string>> = {
  // the page of a year links its file on another host
  'census-government-finances': ({ name, part }) =>
    `https://www2.census.gov/programs-surveys/gov-finances/tables/${part}/${name}`,
  'epa-nei-facilities': () => 'eis_report_38234_2023NEI_facility_summary_21jul2026.zip',
  'fhfa-loan-limits': () => 'fullcountyloanlimitlist2026_hera-based_final_flat.xlsx',
  'ncei-storm-events': ({ name }) => `${name}.gz`,
  'nws-zone-county': () => 'bp16ap26.dbx',
  'usgs-landslides': () => 'US_Landslide_v3_csv.zip',
};

interface Served {
  readonly address: URL;
  readonly reply: UpstreamReply;
}

const binary = { 'content-type': 'application/octet-stream' };

/** The listings of the one dataset that has them, and its file, as they are for everybody. */
function servedByListings({ id, listings }: Dataset, { content }: MirrorFile): readonly Served[] {
  const open = listings?.find(({ key }) => key === undefined);
  const [filings, files] = open?.steps ?? [];
  if (!open || !filings || !files || id !== 'fcc-bdc-summary') throw new Error(`${id}: no fake listing`);
  return [
    { address: new URL(filings.url), reply: { body: pageListings.filings } },
    { address: new URL(files.url.replace('{found}', processId)), reply: { body: pageListings.files } },
    {
      address: new URL(open.file.replace('{found}', String(fileId))),
      reply: {
        body: zipOf({ [`${pageListings.files.data.at(-1)?.file_name}.csv`]: bytesOf(content) }),
        headers: binary,
      },
    },
  ];
}

/** What answers for one file: the file at its address and, where its name changes, the listing that leads to it. */
function servedOf(dataset: Dataset, file: MirrorFile, listed: readonly MirrorFile[], now: Date): readonly Served[] {
  const [year] = yearsToTry(dataset, now).filter((one) => one <= newestYear);
  const named = { part: file.part, year, cycle: cyclesToTry(dataset, now)[0] };
  const own = new URL(fillAddress(dataset.sourceUrl, named).replace('{offset}', '0'));
  if (dataset.listings) return servedByListings(dataset, file);
  const nameOf = listedNames[dataset.id];
  if (!nameOf) {
    const body = published(dataset, own.pathname, file.content);
    return [{ address: own, reply: { body, headers: binary } }];
  }
  const link = (one: MirrorFile) => new URL(nameOf(one), own.pathname.endsWith('/') ? own : new URL('./', own));
  const address = link(file);
  const json = own.searchParams.get('format') === 'json';
  const page: UpstreamReply = json
    ? { body: { files: listed.map((one) => ({ name: nameOf(one), url: link(one).href })) } }
    : {
        body: listed.map((one) => `<a href="${link(one).href}">${nameOf(one)}</a>`).join('\n'),
        headers: { 'content-type': 'text/html;charset=UTF-8' },
      };
  const body = published(dataset, address.pathname, file.content);
  return [
    { address: own, reply: page },
    { address, reply: { body, headers: binary } },
  ];
}

/** Newest year that the hand-written files are of; publishers have nothing newer. */
const newestYear = 2026;

const sameAddress = ({ host, path, query }: UpstreamRequest, { address }: Served): boolean =>
  host === address.host &&
  decodeURI(path) === decodeURI(address.pathname) &&
  [...address.searchParams].every(([name, value]) => query.get(name) === value);

/**
 * The bulk files of every dataset and of every place at the publishers' own addresses, in the forms in which they are
 * published, made of the hand-written mirror files. `failsOnce`: of these datasets the first request of each address is
 * answered with HTTP 503.
 */
export function bulkUpstreams(now: Date, failsOnce: (dataset: string) => boolean = () => false): FakeUpstream[] {
  const national = datasets.flatMap((dataset) => {
    // the members of Congress are read live from the same address, which has a fake upstream of its own
    const files = mirrorFiles.filter((file) => file.dataset === dataset.id && file.dataset !== 'congress-legislators');
    const served = files.flatMap((file) => servedOf(dataset, file, files, now));
    return dataset.byHand === undefined && served.length > 0 ? [{ dataset, served }] : [];
  });
  const ofPlaces = shippedPlaces.all().flatMap((place) =>
    (place.sources as readonly LaneSource[]).filter(isFile).map((source) => {
      const dataset = placeDataset(place, source, now);
      const { content } = placeFile(place, source, now);
      return { dataset, served: [{ address: new URL(dataset.sourceUrl), reply: { body: content, headers: binary } }] };
    }),
  );
  return [...national, ...ofPlaces].map(({ dataset, served }) => {
    const failed = new Set<string>();
    return {
      cardId: `bulk:${dataset.id}`,
      hosts: [...new Set(served.map(({ address }) => address.host))],
      respond(request) {
        const found = served.find((one) => sameAddress(request, one));
        if (!found) return undefined;
        if (!failsOnce(dataset.id) || failed.has(found.address.href)) return found.reply;
        failed.add(found.address.href);
        return { status: 503, body: 'Service Unavailable' };
      },
    };
  });
}
