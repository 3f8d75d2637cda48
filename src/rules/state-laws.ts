import { optionalText, text } from './cells.ts';
import { citedTable } from './cited-columns.ts';
import type { CitedRow } from './cited-row.ts';
import { landlordRules, landlordTopics } from './program-tables.ts';
import { type RuleTable, ruleTable } from './rule-table.ts';
import type { Cells, RefuseCell } from './table-file.ts';

/** One statement of a state's law on property; what the text that was read does not say is absent, which is not "none". */
export interface Law extends CitedRow {
  readonly about: string;
  readonly rule?: string;
  readonly appliesTo?: string;
  /** When something is due, or since when the rule holds. */
  readonly timing?: string;
  /** What the rule asks for or leaves free, who pays. */
  readonly conditions?: string;
  readonly exceptions?: string;
}

export const lawColumns = {
  about: text,
  rule: optionalText,
  appliesTo: optionalText,
  timing: optionalText,
  conditions: optionalText,
  exceptions: optionalText,
};

/** The statement of a row; one that states neither a rule, nor whom it reaches, nor a condition is refused. */
export function lawOf(law: Cells<typeof lawColumns>, refuse: RefuseCell): Cells<typeof lawColumns> {
  if (!law.rule && !law.appliesTo && !law.conditions) refuse('rule', 'neither a rule nor its reach is stated');
  return law;
}

const lawTable = (id: string, name: string): RuleTable<Law> =>
  citedTable({ id, name, columns: lawColumns, own: lawOf });

/** What a seller or landlord has to disclose. */
export const disclosureLaws = lawTable('disclosure-laws', 'disclosure laws');
/** Taxes on the transfer of real property, by the statute or its office. */
export const transferTax = lawTable('transfer-tax', 'transfer taxes');
/** What an assessed value means: of which value it is how much, for which property. */
export const assessmentLevels = lawTable('assessment-levels', 'levels of assessment');
/** What a state obliges its cities and counties to allow of accessory dwelling units. */
export const aduLaws = lawTable('adu-laws', 'laws on accessory dwelling units');
/** The building code of a state, with its edition where a text names it. */
export const buildingCodes = lawTable('building-codes', 'state building codes');

/** The tables by the topic that a caller names. */
export const lawTables = {
  disclosure: disclosureLaws,
  landlord: ruleTable(landlordRules.id, landlordRules.name, (): readonly Law[] =>
    landlordRules.rows.map((row) => ({ ...row, about: landlordTopics[row.topic] })),
  ),
  transfer_tax: transferTax,
  assessment_level: assessmentLevels,
  adu: aduLaws,
  building_code: buildingCodes,
} as const satisfies Readonly<Record<string, RuleTable<Law>>>;

export type LawTopic = keyof typeof lawTables;
export const lawTopics = Object.keys(lawTables) as [LawTopic, ...LawTopic[]];
