import { z } from 'zod';
import type { ToolContext } from '../../src/catalog/context.ts';
import { definePaid } from '../../src/catalog/define.ts';
import { atAddress } from '../../src/catalog/inputs.ts';
import { pickFields } from '../../src/fields/table.ts';
import { row } from '../../src/kernel/answer.ts';
import type { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { many } from '../../src/kernel/nearby-shape.ts';
import type { AnswerState } from '../../src/kernel/state.ts';
import { plainName } from '../../src/kernel/text.ts';
import {
  type ContaminantResults,
  contaminantShape,
  type Monitoring,
  monitoringOf,
  monitoringShape,
  testedShape,
} from '../../src/mirror/queries/ucmr5.ts';
import { answerRoute } from '../../src/products/shared/answer-route.ts';
import { nextChecks } from '../../src/rules/next-checks.ts';
import { type ServiceArea, serviceAreas, serviceAreasAt } from '../../src/sources/epa-water-service-areas/client.ts';

const kind = 'pfas_occurrence';

const facts = z.strictObject({
  waterSystem: row({
    ...serviceAreas.shape('pwsId', 'name', 'populationServed'),
    boundary: z.string().describe('How the mapped service area was made'),
  }),
  monitoring: row(monitoringShape),
  atOrAboveReportingLevel: z.array(row(contaminantShape)),
  neverAtReportingLevel: z.array(row(testedShape)),
});

const verifyNext = nextChecks('pfas-occurrence');

function factsOf(area: ServiceArea, mapped: string, monitoring: Monitoring, results: string) {
  const { contaminants, counts } = monitoring;
  const isDetected = (entry: ContaminantResults) => entry.resultsAtOrAboveReportingLevel > 0;
  return {
    waterSystem: {
      ...pickFields(area, 'pwsId', 'name', 'populationServed'),
      boundary: area.modelMethod ? `modeled: ${area.modelMethod}` : (area.boundary ?? 'not stated'),
      citation: mapped,
    },
    monitoring: { ...counts, citation: results },
    atOrAboveReportingLevel: contaminants.filter(isDetected).map((entry) => ({ ...entry, citation: results })),
    neverAtReportingLevel: contaminants
      .filter((entry) => !isDetected(entry))
      .map((entry) => ({
        ...pickFields(entry, 'contaminant', 'results', 'reportingLevel', 'unit'),
        citation: results,
      })),
  };
}

const unsold: Readonly<Partial<Record<AnswerState, string>>> = {
  stale: 'The copy of the PFAS results of the fifth monitoring rule is older than its next release, so it is not sold',
  partial: 'The map of service areas or the PFAS results could be read in part only',
  unavailable: 'The PFAS results of the fifth monitoring rule could not be read',
};

const systemWords = ({ name, pwsId }: ServiceArea) => `${plainName(name) ?? 'water system'} (${pwsId})`;
const named = (areas: readonly ServiceArea[]) => areas.map(systemWords).join(', ');

async function ask(
  { subject, sources, mirror }: ToolContext<'point'>,
  { pwsId }: { pwsId?: string | undefined },
  builder: AnswerBuilder,
) {
  const unresolved = (summary: string, action: string) =>
    builder.finish({
      state: 'unresolved',
      summary,
      verifyNext: [{ action, with: 'the water bill, or svc_drinking_water_violations (free)' }],
    });
  const mapped = builder.addLookup(await serviceAreasAt(sources, subject), {
    area: 'the point',
    recordScope: 'mapped service areas of community water systems that hold the point',
  });
  if (!mapped && builder.state !== 'empty') {
    return builder.finish({
      summary: "EPA's map of water service areas could not be read, so the system of the point is not known.",
      verifyNext: [{ action: 'Ask again later', with: 'this route' }],
    });
  }
  const areas = mapped?.data ?? [];
  const [area, ...others] = pwsId === undefined ? areas : areas.filter((candidate) => candidate.pwsId === pwsId);
  if (!mapped || !area) {
    return areas.length > 0
      ? unresolved(
          `No mapped service area of ${pwsId} holds the point; these do: ${named(areas)}.`,
          'Leave pwsId out or name one of these systems',
        )
      : unresolved(
          "No mapped service area of a community water system holds the point on EPA's map.",
          'Find out whether a public system or a private well supplies the place',
        );
  }
  if (others.length > 0) {
    return unresolved(
      `The mapped service areas of ${areas.length} water systems hold the point: ${named(areas)}.`,
      'Ask again with pwsId, the number of the system that supplies the place',
    );
  }
  const lookup = monitoringOf(mirror, area.pwsId);
  const results = builder.addLookup(lookup, {
    area: `water system ${area.pwsId}`,
    period: '2023 to 2025',
    recordScope: 'PFAS results of the fifth monitoring rule (UCMR 5)',
  });
  if (!results || builder.state !== 'found') {
    // the map's answer says nothing about the results
    const state = results ? builder.state : lookup.state;
    return builder.finish({
      state,
      summary: `${unsold[state] ?? 'No PFAS result of the fifth monitoring rule is listed'} for ${systemWords(area)}, whose mapped service area holds the point.`,
      verifyNext,
    });
  }
  const { data, citation } = results;
  const { results: resultCount, firstCollectedOn, lastCollectedOn } = data.counts;
  const detected = data.contaminants.filter((entry) => entry.resultsAtOrAboveReportingLevel > 0).length;
  const period = firstCollectedOn ? `, collected ${firstCollectedOn} to ${lastCollectedOn}` : '';
  return builder.finish({
    summary:
      `EPA's fifth monitoring rule lists ${many(resultCount, 'PFAS result')} for ${systemWords(area)}${period}: ` +
      `${detected} of ${many(data.contaminants.length, 'contaminant')} at or above the reporting level at least once.`,
    facts: factsOf(area, mapped.citation, data, citation),
    verifyNext,
  });
}

export default definePaid('svc-pfas-occurrence', {
  input: atAddress({
    pwsId: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z0-9]{2}\d{7}$/, 'a nine-character number of a public water system such as NC0392010')
      .optional()
      .describe('Public water system, where the service areas of several hold the place; for example NC0392010'),
  }),
  ...answerRoute({ kind, facts, ask }),
});
