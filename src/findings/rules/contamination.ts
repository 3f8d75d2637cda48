import { isDeleted, isOpenRelease } from '../../answers/registers/registers.ts';
import type { Fields } from '../../kernel/fields.ts';
import type { FindingRule } from '../finding.ts';
import { citationsOf, groupOf, nameIn, present, rowsIn, statedIn, textIn } from '../reading.ts';

const away = ({ distanceMeters }: Fields) =>
  typeof distanceMeters === 'number' ? ({ where: 'near', distanceMeters } as const) : {};
const awayWords = (row: Fields, unknown = '') => {
  const distance = textIn(row, 'distanceMeters');
  return distance === undefined ? unknown : `, ${distance} m away`;
};

/** Tank releases that their register calls open. */
const tanks: FindingRule = {
  needs: 'svc_underground_storage_tanks',
  kind: 'contamination',
  find({ answer }) {
    const releases = groupOf(answer, 'releases');
    return rowsIn(releases, 'nearest')
      .filter((row) => isOpenRelease(textIn(row, 'status')))
      .map((row, index) => ({
        key: `release_${textIn(row, 'releaseId') ?? index + 1}`,
        headline: `Open tank release${awayWords(row)}`,
        ...away(row),
        question: `How far has the cleanup of release ${nameIn(row, 'releaseId') ?? 'of this register'} come, and does it reach the parcel?`,
        sentence: `UST Finder lists release ${nameIn(row, 'releaseId') ?? 'without a number'} with the status ${nameIn(row, 'status') ?? 'open'}${nameIn(row, 'substance') ? ` (${nameIn(row, 'substance')})` : ''}, ${textIn(row, 'distanceMeters') ?? 'an unknown number of'} m from the point.`,
        evidenceNeeded: ["The state tank program's file of the release"],
        recordIds: present(textIn(row, 'releaseId')),
        citations: citationsOf(answer, releases),
      }));
  },
};

/** Sites of the National Priorities List: those on it or proposed for it, and apart from them those that EPA deleted. */
const cleanup: FindingRule = {
  needs: 'svc_cleanup_sites',
  kind: 'contamination',
  find({ answer }) {
    const priorities = groupOf(answer, 'nationalPriorities');
    return rowsIn(priorities, 'sites').map((row, index) => {
      const [id, status = ''] = [textIn(row, 'epaId'), textIn(row, 'status')];
      const [number, listed] = [nameIn(row, 'epaId'), nameIn(row, 'status') ?? 'listed'];
      const name = nameIn(row, 'name') ?? number ?? 'without a name';
      const past = row.deletedOn !== undefined || isDeleted({ status });
      const deletedOn = textIn(row, 'deletedOn');
      return {
        key: `cleanup_${id ?? index + 1}`,
        kind: past ? 'near' : 'contamination',
        headline: `${past ? `Former Superfund site ${name}, deleted from the National Priorities List` : `Superfund site ${name}`}${awayWords(row)}`,
        ...away(row),
        question: past
          ? `Which conditions on land and groundwater stay at former cleanup site ${number ?? name}?`
          : `Where does the mapped extent of cleanup site ${number ?? name} end relative to the parcel?`,
        sentence: `EPA lists ${name}${number ? ` (${number})` : ''} as ${listed}${past && deletedOn ? `, deleted from the National Priorities List on ${deletedOn}` : ''}, ${textIn(row, 'distanceMeters')} m from the point.`,
        evidenceNeeded: ["EPA's site profile with its decision documents and boundary"],
        recordIds: present(id),
        thing: id,
        citations: citationsOf(answer, priorities),
      };
    });
  },
};

/** Superfund sites on EPA's list of places with PFAS; one that a cleanup list has too is the same finding. */
const pfasSites: FindingRule = {
  needs: 'svc_pfas_multimedia_nearby',
  kind: 'contamination',
  find({ answer }) {
    const sites = groupOf(answer, 'superfundSites');
    return rowsIn(sites, 'nearest').map((row, index) => {
      const [id, number] = [textIn(row, 'id'), nameIn(row, 'id')];
      const name = nameIn(row, 'name') ?? 'without a name';
      return {
        key: `pfas_site_${id ?? index + 1}`,
        headline: `PFAS reported at Superfund site ${name}${awayWords(row)}`,
        ...away(row),
        question: `Which media are sampled for PFAS at ${name}, and do they reach the parcel?`,
        sentence: `EPA lists ${name}${number ? ` (${number})` : ''} among the Superfund sites with PFAS${awayWords(row)}.`,
        evidenceNeeded: ["EPA's site profile with its sampling results"],
        recordIds: present(id),
        thing: id,
        citations: citationsOf(answer, sites),
      };
    });
  },
};

/** A county figure of radon says nothing about one building. */
const radon: FindingRule = {
  needs: 'svc_radon_zone',
  kind: 'near',
  asks: true,
  find({ answer }) {
    const zone = groupOf(answer, 'zone');
    if (zone.value === undefined) return undefined;
    return {
      key: 'radon_test',
      headline: `Radon zone ${String(zone.value)} of the county`,
      question: 'What did a radon test of the building measure?',
      sentence: `EPA puts the county in radon zone ${String(zone.value)} (${String(statedIn(answer, 'meaning') ?? '')}); no test of the building is in these records.`,
      evidenceNeeded: ['A radon test of the building, with its date'],
      citations: citationsOf(answer, zone),
    };
  },
};

const systemName = (system: Fields) => {
  const id = nameIn(system, 'pwsId');
  return `${nameIn(system, 'name') ?? 'a water system'}${id ? ` (${id})` : ''}`;
};

const amountWords = (row: Fields) =>
  `${nameIn(row, 'contaminant') ?? 'a substance'} ${textIn(row, 'highestNgPerL')} ng/L`;
const detectionWords = (row: Fields) => `${amountWords(row)} (reporting level ${textIn(row, 'reportingLevelNgPerL')})`;

/** Drinking water whose samples reached the level from which a result is reported. */
const pfasWater: FindingRule = {
  needs: 'svc_pfas_multimedia_nearby',
  kind: 'water',
  find({ answer }) {
    const water = groupOf(answer, 'drinkingWater');
    return rowsIn(water, 'systems').map((system) => {
      const above = rowsIn(system, 'detections').filter((row) => Number(row.samplesAtOrAbove) > 0);
      const id = textIn(system, 'pwsId');
      const name = systemName(system);
      return (
        above.length > 0 && {
          key: `pfas_${id}`,
          headline: `PFAS at or above the reporting level: ${amountWords(above[0] ?? {})}`,
          ...away(system),
          question: `Does ${name} serve the building, and what do its newest samples show?`,
          sentence: `The water of ${name} had PFAS at or above the reporting level: ${above.map(detectionWords).join(', ')}.`,
          evidenceNeeded: ["The system's newest water quality report", 'A bill that names the water system'],
          recordIds: present(id),
          citations: citationsOf(answer, water),
        }
      );
    });
  },
};

/** Drinking water systems with a violation that has no return to compliance on record. */
const waterViolations: FindingRule = {
  needs: 'svc_drinking_water_violations',
  kind: 'water',
  find: ({ answer }) =>
    rowsIn(answer.facts ?? {}, 'systems')
      .filter((system) => Number(system.withoutReturnToCompliance) > 0)
      .map((system) => {
        const [id, count] = [textIn(system, 'pwsId'), Number(system.withoutReturnToCompliance)];
        const name = systemName(system);
        const words = `${count} ${count === 1 ? 'violation' : 'violations'} without a return to compliance`;
        const health = Number(system.healthBasedViolationCount ?? 0);
        return {
          key: `violations_${id}`,
          headline: `Drinking water of ${name}: ${words}`,
          question: `Does ${name} serve the building, and is it back in compliance?`,
          sentence: `EPA's records of the drinking water of ${name} hold ${words}${health > 0 ? `; ${health} of all its violations ${health === 1 ? 'is' : 'are'} health-based` : ''}.`,
          evidenceNeeded: ["The system's notice to its customers", "The state drinking water program's record"],
          recordIds: present(id),
          citations: citationsOf(answer, system),
        };
      }),
};

export const contaminationRules = { tanks, cleanup, pfasSites, radon, pfasWater, waterViolations };
