import { z } from 'zod';
import type { ToolPart } from '../../../answers/ask-tools.ts';
import { ToolNameSchema } from '../../../kernel/tool-names.ts';
import { lanes } from '../../../places/schema/jurisdiction.ts';
import { numeric, optionalText, text } from '../../../rules/cells.ts';
import { tableFile } from '../../../rules/table-file.ts';
import {
  caseItems,
  electricItems,
  legislationItems,
  taxDateItems,
  utilityItems,
  utilityItemsBesidePower,
  valuationItems,
} from './items-context.ts';
import {
  cleanupItems,
  floodItems,
  landslideItems,
  radonItems,
  soilItems,
  tankItems,
  wetlandItems,
  wildfireItems,
} from './items-land.ts';
import { parcelItems, permitItems, zoningItems } from './items-premises.ts';
import type { PacketReading } from './material.ts';
import type { ItemRule } from './reading.ts';
import { followUpGroups } from './schema.ts';
import type { StatusWords } from './status-words.ts';

/** A part of a packet: the free tool, where it belongs and how its facts are read. */
export interface PacketPart extends ToolPart, Omit<PacketReading, 'reading'> {
  readonly name: string;
  /** Its place among the parts that are queried before the payment, those that cost few requests first. */
  readonly decides?: number;
  /** Rules that go by what status words are published to mean. */
  readonly wordRules?: (words: StatusWords) => readonly ItemRule[];
}

/** How the facts of a part are read, by its name. */
const readBy: Readonly<Record<string, Partial<Pick<PacketPart, 'rules' | 'wordRules'>>>> = {
  parcel: { rules: [parcelItems] },
  permits: { wordRules: ({ permits }) => [permitItems(permits)] },
  zoning: { rules: [zoningItems] },
  flood: { rules: [floodItems] },
  wetland: { rules: [wetlandItems] },
  soil: { rules: [soilItems] },
  landslide: { rules: [landslideItems] },
  wildfire: { rules: [wildfireItems] },
  radon: { rules: [radonItems] },
  tanks: { rules: [tankItems] },
  cleanup: { rules: [cleanupItems] },
  utilities: { rules: [utilityItems] },
  utilitiesBesidePower: { rules: [utilityItemsBesidePower] },
  electric: { rules: [electricItems] },
  cases: { wordRules: ({ cases }) => [caseItems(cases)] },
  legislation: { rules: [legislationItems] },
  taxDates: { rules: [taxDateItems] },
  valuation: { rules: [valuationItems] },
};

/** What a profile can name, and before it the parcel and the permits that are queried by its number. */
export const packetParts = tableFile(
  'follow-up-parts',
  {
    name: text,
    tool: ToolNameSchema,
    title: text,
    lane: z.enum(lanes).exactOptional(),
    group: z.enum(followUpGroups),
    counts: z.enum(['yes', 'no']),
    decides: numeric(z.int().min(1)).exactOptional(),
    gapQuestion: optionalText,
  },
  ({ counts, ...cells }): PacketPart => ({ ...cells, counts: counts === 'yes', rules: [], ...readBy[cells.name] }),
);

/** One of them. Throws where the table has no line for it. */
export function packetPart(name: string): PacketPart {
  const part = packetParts().find((one) => one.name === name);
  if (!part) throw new Error(`data/rules/follow-up-parts.csv has no line for ${name}`);
  return part;
}
