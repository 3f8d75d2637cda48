/** One search that a person can run at an official place. */
export interface WatchQuery {
  readonly topic: string;
  readonly search: string;
  readonly with: string;
  readonly url?: string;
  readonly looksFor: string;
}

export interface WatchArea {
  readonly municipality?: string | undefined;
  readonly county?: string | undefined;
  readonly stateName: string;
  /** The state legislature's own site, as generally known. */
  readonly legislatureUrl?: string | undefined;
}

const projectWords = '"data center" OR "data processing facility" OR "server farm" OR "hyperscale"';

/** The searches for one area, the most local first. Nothing is searched here. */
export function watchQueries({ municipality, county, stateName, legislatureUrl }: WatchArea): readonly WatchQuery[] {
  const local = municipality ?? county;
  const locals: readonly WatchQuery[] = local
    ? [
        {
          topic: 'rezoning_and_site_plans',
          search: `${projectWords} ${local}`,
          with: `planning department and planning board agendas of ${local}`,
          looksFor: 'rezoning cases, site plans, special use permits, neighbourhood meeting notices',
        },
        {
          topic: 'code_definition',
          search: `"data center" definition zoning ${local}`,
          with: `code of ordinances of ${local} (svc_ordinance_leads)`,
          looksFor: 'whether and where the use is allowed, noise and setback rules, moratoria',
        },
        {
          topic: 'incentives',
          search: `"data center" "tax abatement" OR "economic development agreement" ${county ?? local}`,
          with: `governing board minutes of ${county ?? local}`,
          looksFor: 'agreements, public hearings, project code names',
        },
      ]
    : [];
  return [
    ...locals,
    {
      topic: 'state_legislation',
      search: `"data center" ${stateName}`,
      with: `legislature of ${stateName}`,
      ...(legislatureUrl && { url: legislatureUrl }),
      looksFor: 'bills on siting, sales tax exemption, water and power reporting',
    },
    {
      topic: 'utility_dockets',
      search: `"large load" OR "data center" tariff OR "service agreement" ${stateName}`,
      with: `utility commission of ${stateName}`,
      looksFor: 'large-load tariffs, special contracts, new lines and substations',
    },
    {
      topic: 'air_permits',
      search: `NAICS 518210 ${local ? `${local}, ` : ''}${stateName}`,
      with: 'EPA ECHO facility search, then the state air agency',
      url: 'https://echo.epa.gov/facilities/facility-search',
      looksFor: 'permits for backup generators',
    },
    {
      topic: 'water_and_wastewater',
      search: `"data center" cooling water OR "industrial discharge" ${local ?? stateName}`,
      with: `water utility and environmental agency of ${stateName}`,
      looksFor: 'capacity requests, withdrawals, discharge permits',
    },
    {
      topic: 'transmission_and_load',
      search: `"large load interconnection" ${stateName}`,
      with: 'Federal Energy Regulatory Commission, eLibrary, and the regional grid operator',
      url: 'https://elibrary.ferc.gov/',
      looksFor: 'interconnection filings and load forecasts',
    },
    {
      topic: 'known_sites',
      search: `${stateName}${county ? `, ${county}` : ''}`,
      with: 'IM3 Open Source Data Center Atlas, Pacific Northwest National Laboratory (from OpenStreetMap, not official)',
      url: 'https://im3.pnnl.gov/datacenter-atlas',
      looksFor: 'sites that exist and were mapped',
    },
  ];
}
