import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v0_3 } from '@anthropic-ai/mcpb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import packageJson from '../../../package.json' with { type: 'json' };
import { staleViews, writeViews } from '../../../scripts/views.ts';

const directory = mkdtempSync(join(tmpdir(), 'views-'));
const inside = (name: string) => join(directory, name);
const text = (name: string) => readFileSync(inside(name), 'utf8');
const readme = '# Title\n\n<!-- tools:begin -->\nold\n<!-- tools:end -->\n\nAfter.\n';

const staleHere = () => [...staleViews(directory).keys()];

beforeAll(() => {
  writeFileSync(inside('README.md'), readme);
  writeViews(directory);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('generated files', { shuffle: false }, () => {
  it('are fresh right after they were written, and the rest of the README stays', () => {
    expect(staleHere()).toEqual([]);
    expect(text('README.md')).toMatch(
      /^# Title\n\n<!-- tools:begin -->\n\d+ free tools[\s\S]*<!-- tools:end -->\n\nAfter\.\n$/,
    );
    expect(text('README.md')).not.toContain('\nold\n');
  });

  it('are named where a definition has changed since', () => {
    // the same as a changed definition: what would be generated is no longer what lies there
    const changed = text('README.md').replace(/`svc_[a-z_]+`: [^|]+\|/, '`svc_changed`: Another summary |');
    expect(changed).not.toBe(text('README.md'));
    writeFileSync(inside('README.md'), changed);
    writeFileSync(inside('server.json'), text('server.json').replace(/"version": "[^"]+"/, '"version": "0.0.0-old"'));
    expect(staleHere()).toEqual(['server.json', 'README.md']);
    expect(text('server.json')).toContain('0.0.0-old');
    writeViews(directory);
    expect(staleHere()).toEqual([]);
  });

  it('leave a README without markers alone', () => {
    writeFileSync(inside('README.md'), '# Bare\n');
    expect(staleHere()).toEqual([]);
    writeViews(directory);
    expect(text('README.md')).toBe('# Bare\n');
  });
});

describe('manifest.json', () => {
  it('is a valid MCP bundle of version 0.3 that starts the built entry', () => {
    const manifest = JSON.parse(text('manifest.json'));
    const parsed = v0_3.McpbManifestSchema.safeParse(manifest);
    expect(parsed.error?.issues ?? []).toEqual([]);
    expect(manifest.version).toBe(packageJson.version);
    expect(manifest.server.entry_point).toBe(packageJson.bin['place-records']);
    expect(manifest.tools.map(({ name }: { name: string }) => name)).toEqual(['svc_search_tools', 'svc_execute']);
    expect(manifest.prompts.length).toBeGreaterThanOrEqual(3);
    for (const [name, reference] of Object.entries<string>(manifest.server.mcp_config.env)) {
      expect(reference).toBe(`\${user_config.${name.toLowerCase()}}`);
      const kind = name.startsWith('SVC_KEY_') ? { type: 'string', sensitive: true } : { type: 'directory' };
      expect(manifest.user_config[name.toLowerCase()]).toMatchObject({ ...kind, required: false, default: '' });
    }
    expect(manifest.server.mcp_config.env).toHaveProperty('SVC_DATA_DIR');
  });

  it('would not pass with a misspelt member', () => {
    const { entry_point: _, ...server } = JSON.parse(text('manifest.json')).server;
    const manifest = { ...JSON.parse(text('manifest.json')), server: { ...server, entrypoint: 'x' } };
    expect(v0_3.McpbManifestSchema.safeParse(manifest).success).toBe(false);
  });
});

/**
 * The members of server.json that are used here, after the published schema
 * (https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json); strict, so that a new member is looked up there.
 */
const Input = z.strictObject({
  name: z.string(),
  description: z.string(),
  isRequired: z.boolean(),
  isSecret: z.boolean().optional(),
  format: z.enum(['string', 'number', 'boolean', 'filepath']).optional(),
});
const ServerDetail = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
    .min(3)
    .max(200),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().max(255),
  websiteUrl: z.url(),
  repository: z.strictObject({ url: z.url(), source: z.literal('github') }),
  packages: z.array(
    z.strictObject({
      registryType: z.string(),
      identifier: z.string(),
      version: z.string().min(1).regex(/^\d/),
      transport: z.strictObject({ type: z.literal('stdio') }),
      environmentVariables: z.array(Input),
    }),
  ),
});

describe('server.json', () => {
  it('has the form of its published schema, and nothing that the schema does not name', () => {
    const { error } = ServerDetail.safeParse(JSON.parse(text('server.json')));
    expect(error?.issues).toBeUndefined();
  });

  it('has what the MCP registry asks for', () => {
    const entry = JSON.parse(text('server.json'));
    expect(entry.$schema).toMatch(
      /^https:\/\/static\.modelcontextprotocol\.io\/schemas\/\d{4}-\d{2}-\d{2}\/server\.schema\.json$/,
    );
    expect(entry.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(entry.name).toBe(packageJson.mcpName);
    expect(entry.description.length).toBeLessThanOrEqual(100);
    expect(entry.version).toMatch(/^\d+\.\d+\.\d+/);
    expect(entry.packages).toEqual([
      expect.objectContaining({
        registryType: 'npm',
        identifier: packageJson.name,
        version: packageJson.version,
        transport: { type: 'stdio' },
      }),
    ]);
  });
});

describe('the repository', () => {
  it('has the generated files', () => {
    for (const name of ['manifest.json', 'server.json']) expect(existsSync(name), name).toBe(true);
  });
});
