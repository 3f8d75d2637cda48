import type { Command } from 'commander';
import type { DoctorPlacesOptions } from './doctor-places.ts';
import { fail } from './terminal.ts';

/** `place-records doctor`: the configured sources, or with `--places` the sources of all places one by one. */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('asks every wired source a few cheap questions and says what it answers')
    .option('--json', 'as JSON')
    .option('--record', 'adds recordings of the answers, without persons, to the folder corpus of the data folder')
    .option(
      '--places',
      "looks at every place's sources instead: columns, extent, a known parcel; remembers what it saw",
    )
    .option('--state <state>', 'with --places: of one state')
    .option('--sample <n>', 'with --places: so many of them, from all over the list')
    .option('--out <file>', 'with --places: table to write; default places-verification.csv in the data folder')
    .action(async ({ places, record, ...options }: DoctorPlacesOptions & { places?: boolean; record?: boolean }) => {
      if (places) {
        if (record) fail('--record belongs to doctor without --places');
        const { runDoctorPlaces } = await import('./doctor-places.ts');
        process.exitCode = await runDoctorPlaces(options);
        return;
      }
      if (options.state ?? options.sample ?? options.out) fail('--state, --sample and --out belong to doctor --places');
      const { runDoctor } = await import('./doctor.ts');
      process.exitCode = await runDoctor({ ...options, ...(record && { record }) });
    });
}
