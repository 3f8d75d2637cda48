import type { Server } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { ResourcePorts } from '../../../resources/define.ts';
import { invalidParameters } from './parameters.ts';

/** Identifier of the skills extension (SEP-2640); an empty object means: no optional parts. */
export const skillsCapability = { 'io.modelcontextprotocol/skills': {} };

const folder = 'place-records';
export const skillUri = `skill://${folder}/SKILL.md`;

const ListParams = z.looseObject({ cursor: z.string().optional() }).optional();
const GetParams = z.looseObject({ uri: z.string() });

/** The operating guide as a skill: its frontmatter, digest and size, made from the text that a read gives. */
async function entry(ports: ResourcePorts) {
  const [{ skillEntry }, guide] = await Promise.all([import('@modelcontextprotocol/server/ext/skills'), ports.guide()]);
  return skillEntry(folder, { 'SKILL.md': guide });
}

/** `skills/list` and `skills/get`: one skill, the same Markdown as the guide resource and REST's /skill.md. */
export function registerSkills(server: Server, ports: ResourcePorts): void {
  const modern = () => server.getNegotiatedProtocolVersion() === '2026-07-28';
  const cache = () => (modern() ? { ttlMs: 60_000, cacheScope: 'public' as const } : {});
  server.setRequestHandler('skills/list', { params: ListParams }, async () => ({
    skills: [await entry(ports)],
    ...cache(),
  }));
  server.setRequestHandler('skills/get', { params: GetParams }, async ({ uri }) => {
    if (uri !== skillUri) throw invalidParameters('skills/get', 'uri is no skill of skills/list');
    return { skill: await entry(ports), ...cache() };
  });
}
