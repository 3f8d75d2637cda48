import type { Command } from 'commander';
import { describeField } from '../fields/describe.ts';
import type { Fields, Table } from '../fields/table.ts';
import { type Seen, seenText } from '../kernel/seen.ts';
import { datasets } from '../mirror/datasets.ts';
import { shippedLayers } from '../places/registry/layers/index.ts';
import { shippedPlaces } from '../places/registry/load.ts';
import { laneTable } from '../places/schema/lane-table.ts';
import { sourceCards } from '../sources/cards.ts';
import { tablesOf } from '../sources/tables.generated.ts';
import { fail, paint, say } from './terminal.ts';

type Described = Pick<Table, 'fields'> & Partial<Pick<Table, 'agreements'>>;

function printFields(title: string, { fields, agreements = [] }: Described): void {
  say(paint('bold', title));
  for (const [name, field] of Object.entries<Fields[string]>(fields)) {
    const { type, columns, rules } = describeField(name, field);
    say(`  ${name.padEnd(26)} ${type.padEnd(9)} ${columns.padEnd(34)} ${rules.join('; ')}`.trimEnd());
  }
  for (const { rule } of agreements) say(`  ${rule}`);
}

const placeSources = () => [...shippedPlaces.all(), ...shippedLayers.everyPlace()].flatMap((place) => place.sources);

const printSeen = (seen: Seen | undefined) => seen && say(`${seenText(seen)}: ${seen.note}`);

/** `place-records fields <source>`: which column each published value is, and what is known of it. */
export function addFieldsCommand(program: Command): void {
  program
    .command('fields <source>')
    .description(
      'the field table of a source, mirrored dataset or source of a place: columns, units, what 0 means, whose clock',
    )
    .action(async (source: string) => {
      const tables = Object.entries((await tablesOf[source]?.()) ?? {});
      const dataset = datasets.find(({ id }) => id === source);
      const local =
        tables.length === 0 && !dataset ? placeSources().find(({ cardId }) => cardId === source) : undefined;
      if (tables.length === 0 && !dataset && !local) {
        fail(
          `no field table of ${source}; there are those of ${Object.keys(tablesOf).join(', ')}, of the mirrored datasets, ` +
            'and of the sources that svc_coverage_check names for a place',
        );
      }
      for (const [name, table] of tables) printFields(`${source}, ${name}`, table);
      if (dataset) printFields(dataset.title, { fields: dataset.columns });
      if (local) printFields(`${local.name} (${local.lane})`, laneTable(local));
      printSeen(local?.seen ?? dataset?.seen ?? sourceCards.find(({ id }) => id === source)?.seen);
    });
}
