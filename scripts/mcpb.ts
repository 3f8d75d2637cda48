// builds the MCP bundle: the published files and the few packages that stay outside `dist`, with the native ones of every
// platform that is named here; then unpacks it into an empty folder, starts what the manifest says, and asks it something
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packExtension } from '@anthropic-ai/mcpb';
import { checkBundle } from './mcpb-check.ts';

/** npm's names of what the bundle runs on; libsql publishes no binary for Windows on ARM, which runs the x64 one. */
const platforms = ['darwin-arm64', 'darwin-x64', 'linux-x64', 'win32-x64'];
/** What only draws and prints what is sold; the bundle has no wallet and sells nothing. */
const ofSales = ['@resvg/resvg-js', '@expo-google-fonts/source-sans-3'];
const mostMegabytes = 25;

interface LockedPackage {
  readonly version: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly peer?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Readonly<Record<string, LockedPackage>>;
};
const folder = mkdtempSync(join(tmpdir(), 'mcpb-'));
const stage = join(folder, 'stage');

/** Downloads through npm and unpacks; what is not the bytes that the lock file names is refused. */
function unpackPackage(spec: string, into: string, integrity?: string): void {
  const args = ['pack', spec, '--json', '--ignore-scripts', '--pack-destination', folder];
  const [packed] = JSON.parse(execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })) as [
    { filename: string },
  ];
  const file = join(folder, packed.filename.replace(/^@/, '').replace('/', '-'));
  const hash = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
  if (integrity !== undefined && hash !== integrity) throw new Error(`${spec} is not what package-lock.json names`);
  mkdirSync(into, { recursive: true });
  execFileSync('tar', ['-xzf', file, '-C', into, '--strip-components=1']);
  rmSync(file);
}

/** Where a package's dependency lies in the lock file: beside it, or in a folder above. */
function resolve(from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (at === '') return undefined;
  }
}

/** A native package is wanted where a platform is named here; on Linux the one for glibc. */
function isWanted({ os, cpu, libc }: LockedPackage, path: string): boolean {
  const isNative = (os?.length ?? 0) === 1 && (cpu?.length ?? 0) === 1;
  if (!isNative) return true;
  const isMusl = libc?.includes('musl') ?? path.endsWith('-musl');
  return platforms.includes(`${os?.[0]}-${cpu?.[0]}`) && !isMusl;
}

/** Paths of everything that is installed with the package, and nothing that is not. */
function production(path: string, seen: Set<string>): ReadonlySet<string> {
  const { dependencies, optionalDependencies } = packages[path] as LockedPackage;
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const found = resolve(path, name);
    if (!found || seen.has(found) || ofSales.includes(name) || !isWanted(packages[found] as LockedPackage, found))
      continue;
    seen.add(found);
    production(found, seen);
  }
  return seen;
}

try {
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  unpackPackage('.', stage);
  const paths = [...production('', new Set())].sort();
  for (const path of paths) {
    const { version, integrity } = packages[path] as LockedPackage;
    unpackPackage(`${path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`, join(stage, path), integrity);
  }
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const bundle = `place-records-${version}.mcpb`;
  // holds the manifest against the published schema before it packs
  if (!(await packExtension({ extensionPath: stage, outputPath: bundle, silent: true })))
    throw new Error('the manifest or the bundle was refused: mcpb validate manifest.json says why');
  const megabytes = statSync(bundle).size / 1e6;
  console.log(`${bundle}: ${megabytes.toFixed(1)} MB, ${paths.length} packages, ${platforms.join(', ')}`);
  if (megabytes > mostMegabytes) throw new Error(`the bundle passes ${mostMegabytes} MB`);
  await checkBundle(bundle, platforms);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
