import { specifiedRoutes } from './catalog.ts';
import type { Rule, Rules } from './waiting.ts';

const notBuilt = new Set<string>();

/** What the service does, Resources, Endpoints, Events, Limits and Versioning of the specification. */
export const surfaceRules: Rules = {
  Service: [
    ['service-verdict', 'No answer scores, ranks, predicts, values or labels a person, property or block.'],
    ['service-people', 'Owner names, phone numbers and mailing contacts are left out.'],
    [
      'service-owner',
      'A settled place report may carry the owner of record once; copies, replays from store and free answers never.',
    ],
    ['service-names', 'Free tools are named with underscores, paid routes with hyphens.'],
    ['service-dual', 'Only an entry with a free counterpart is callable free, under its underscore name.'],
    ['service-kinds', 'Paid routes are native, promoted or atomic as the specification counts them.'],
    [
      'service-not-covered',
      'A lane without a source here is out of coverage; an empty result names the source that returned nothing.',
    ],
    ['service-catalogs', 'Names, schemas, prices and endpoints are those of the live catalogs.'],
  ],
  Resources: [
    ['res-record', 'Record: its fields, their lengths and values; unknown fields are refused.'],
    ['res-record-bias', 'In answers the source of a record may carry a bias profile; a caller may not send one.'],
    ['res-report', 'Place report: its fields, required ones present, unknown ones refused, no kind field.'],
    ['res-report-ledger', 'The report confirms its subject, lists its sources and carries the coverage ledger.'],
    ['res-visual', 'Visual: common fields, fixed constants, and the parcel and analysis_area variants.'],
    ['res-live-aerial', 'liveAerialView: required fields and fixed constants.'],
    ['res-supporting', 'supportingContext: schemaVersion 1, facts of four kinds, excluded.'],
    ['res-diagnostic', 'Coverage diagnostic: its fields, charged false.'],
    ['res-packet', 'Follow-up packet: its fields, items, threshold and group values.'],
    ['res-packet-wrapper', 'The compact wrapper of a follow-up packet.'],
    ['res-solar', 'One-property solar screen: its fields and constants.'],
    ['res-lanes', 'Lane availability: place, resolved, jurisdiction, five lanes, recommendations, warnings.'],
    ['res-index', 'Paid tool index: its top level and the fields of each tool.'],
    ['res-times', 'Moments are ISO 8601.'],
  ],
  Endpoints: [
    ['endpoint-discovery', 'Every discovery and service endpoint answers with its media type.'],
    ['endpoint-list', '/tools/list: schemas, descriptions, read-only metadata; compact=1; category filters.'],
    ['endpoint-call', 'POST /tools/call takes {name, arguments} and returns {ok, tool, result}.'],
    ['endpoint-feedback', 'POST /feedback takes the body of svc_agent_feedback.'],
    ['endpoint-manifest', 'Each paid tool has a manifest.'],
    ['endpoint-linkset', 'api-catalog is an application/linkset+json linkset.'],
    ['endpoint-mcp', 'MCP shows svc_search_tools and svc_execute; its catalog is searchable.'],
    ['endpoint-a2a', 'A2A takes {svcTool, arguments}; broad natural language is not interpreted.'],
    ['endpoint-order', 'The guides name the recommended order: plan or lanes first, pay after approval.'],
    ['paid-flat', 'Paid POST routes take a flat body.'],
    ['paid-get', 'GET on a paid route returns a side-effect-free discovery challenge.'],
    ['paid-before-charge', 'Coverage comes before charge: no challenge for what is not covered.'],
    ['paid-rest-only', 'REST-only routes have no MCP or A2A counterpart.'],
    ['paid-prices', 'Prices are those of the specification.'],
    ...specifiedRoutes
      .filter(([, , kind]) => kind !== 'dual')
      .map(([slug]): Rule => {
        const rule = `${slug}: the free diagnostic.`;
        return notBuilt.has(slug) ? [`free-${slug}`, rule, [slug]] : [`free-${slug}`, rule];
      }),
    ['body-place-report', 'svc-place-report: address or zip, its fields and limits, unknown ones refused.'],
    ['body-follow-up', 'svc-transaction-follow-up: address, intent, stages, archetypes.'],
    ['body-renovation', 'svc-renovation-site-context: address, projectType, suiteOrUnit; intent is fixed.'],
    ['body-solar', 'svc-solar-property-screen and comparison: address or addresses, financialZip, systemKw.'],
    ['body-owner-action', 'svc-owner-action-brief: address, noticeDate, withinDays.'],
    ['body-record-batch', 'svc-record-batch: addresses and lanes.'],
    ['body-flyer', 'svc-property-flyer: the handoff of the update job.'],
    ['body-satellite', 'svc-large-site-satellite-change: bbox, dates, window, size, clouds.'],
  ],
  'Free tools': [
    ['free-args', 'Every free tool takes the arguments that the specification names.'],
    [
      'free-coordinates',
      'Where a tool takes address it may also take latitude and longitude together, which skip geocoding.',
    ],
    [
      'free-feedback',
      'svc_agent_feedback: kinds, aliases, summary up to 1000 characters; no place, address, e-mail, wallet or proof.',
    ],
    ['free-intents', 'svc_suggest_workflow knows every named intent and normalizes short phrases.'],
    ['free-degraded', 'A tool whose source is down for every point appears in lanes.degraded with its fallback.'],
    ['free-mirrored', 'Mirrored data: explicit missing, partial, stale or unavailable, never a favorable default.'],
    ['free-limits', 'Tools state their limits in the result.'],
  ],
  Events: [['event-polling', 'Async jobs are polled: pollAfterSeconds, Retry-After, statusUrl.']],
  Limits: [
    ['limit-failed', 'A failed call (502, 503, timeout) is never charged; retry is safe.'],
    [
      'limit-report-window',
      'svc-place-report: a client timeout of 120 s is advised, the authorization window is 180 s.',
    ],
    ['limit-batch', 'Jobs: 3 to 50 addresses; 2 to 25 addresses and up to 6 lanes.'],
    ['limit-parcels', 'Up to 25 addresses of a parcel set and 25 parcelIds of a closeout check.'],
    ['limit-three', 'Exactly 3 addresses.'],
    ['limit-report', 'Place report: 200 records, radius up to 50000 m, 3650 days, coordinates.'],
    ['limit-visual', 'Analysis area of the visual: up to 1000 m, requested up to 50000 m.'],
    ['limit-lengths', 'Field lengths of report and follow-up inputs.'],
    ['limit-satellite', 'Satellite box: 1 to 100 km2, sides 500 m, aspect 8:1; 7 to 90 days; 256 to 1024; clouds 60.'],
    ['limit-workplace', 'Workplace radius 250 to 5000 m.'],
    ['limit-comparison', 'Up to 12 nearby comparison facts.'],
    ['limit-crash', 'Crash cells below 3 are suppressed.'],
    ['limit-signatures', 'Signatures included in a price.'],
    ['limit-surrounding', 'Surrounding analysis: compact windows, 24 hours for the report.'],
    ['limit-helper', 'Satellite area helper: a half extent of 1000 m gives about 2 km by 2 km.'],
  ],
  Versioning: [
    ['version-x402', 'x402Version is 2 in challenges and credentials.'],
    ['version-a2a', 'The A2A path carries v1, the x402 extension v0.1.'],
    ['version-schemas', 'Schemas are JSON Schema 2020-12.'],
    ['version-years', 'Loan limits are for 2026; the fair-market-rent year is an argument.'],
  ],
};
