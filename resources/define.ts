import type { SourceHealth } from '../src/kernel/ports/sources.ts';
import type { SourceCard } from '../src/kernel/source-card.ts';
import type { Jurisdiction } from '../src/places/schema/jurisdiction.ts';

/** Where resources get their content; nothing is loaded before the first read or completion. */
export interface ResourcePorts {
  /** Every source card, those of configured local lanes included. */
  cards(): Promise<readonly SourceCard[]>;
  health(cardId: string): Promise<SourceHealth | undefined>;
  jurisdictions(): Promise<readonly Jurisdiction[]>;
  /** Evidence behind a citation as JSON text; undefined where none is kept. */
  evidence(reference: string): Promise<string | undefined>;
  /** Status document of a job, or one of its items (`<jobId>/items/<n>`), as JSON text; undefined where there is none. */
  job(reference: string): Promise<string | undefined>;
  /** Public copy of what was bought, as JSON text; undefined where there is none, or its buyer withdrew it. */
  report(id: string): Promise<string | undefined>;
  /** The operating guide (skill.md), Markdown. */
  guide(): Promise<string>;
}

interface Described {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: 'application/json' | 'text/markdown' | 'text/html;profile=mcp-app';
}

export interface FixedResource extends Described {
  readonly uri: string;
  /** `_meta` of the resource, where it is listed and where it is read. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Text of the resource; undefined where this installation does not have it. */
  read(ports: ResourcePorts): Promise<string | undefined>;
}

/** How long what was read may be kept, and by whom; the usual of this server where absent. */
export interface ReadCache {
  readonly ttlMs: number;
  readonly cacheScope: 'public' | 'private';
}

export interface TemplateResource extends Described {
  readonly cache?: ReadCache;
  /** Its last variable is at the end: `place-records://sources/{cardId}`. */
  readonly uriTemplate: string;
  readonly variable: string;
  /** What stands for the variables; lower-case letters, digits and hyphens where absent. */
  readonly pattern?: RegExp;
  /** Text of the resource with this id; undefined where there is none. */
  read(ports: ResourcePorts, id: string): Promise<string | undefined>;
  /** All ids, for completion. */
  ids(ports: ResourcePorts): Promise<readonly string[]>;
}
