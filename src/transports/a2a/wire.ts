import { z } from 'zod';

/** A2A 1.0 objects in their JSON form, as far as this service reads and writes them. */
export const taskStates = [
  'TASK_STATE_SUBMITTED',
  'TASK_STATE_WORKING',
  'TASK_STATE_INPUT_REQUIRED',
  'TASK_STATE_AUTH_REQUIRED',
  'TASK_STATE_COMPLETED',
  'TASK_STATE_FAILED',
  'TASK_STATE_CANCELED',
  'TASK_STATE_REJECTED',
] as const;
export type TaskState = (typeof taskStates)[number];

const terminal: ReadonlySet<TaskState> = new Set([
  'TASK_STATE_COMPLETED',
  'TASK_STATE_FAILED',
  'TASK_STATE_CANCELED',
  'TASK_STATE_REJECTED',
]);

export const isTerminal = (state: TaskState) => terminal.has(state);
/** Nothing more happens to the task until its caller does something. */
export const isSettledState = (state: TaskState) => isTerminal(state) || state === 'TASK_STATE_INPUT_REQUIRED';

export type Metadata = Readonly<Record<string, unknown>>;

export interface Part {
  readonly text?: string;
  readonly data?: unknown;
  readonly url?: string;
  readonly mediaType?: string;
}

export interface Message {
  readonly messageId: string;
  readonly contextId?: string;
  readonly taskId?: string;
  readonly role: 'ROLE_USER' | 'ROLE_AGENT';
  readonly parts: readonly Part[];
  readonly metadata?: Metadata;
}

export interface Artifact {
  readonly artifactId: string;
  readonly name: string;
  readonly parts: readonly Part[];
}

export interface Task {
  readonly id: string;
  readonly contextId: string;
  readonly status: { readonly state: TaskState; readonly message?: Message; readonly timestamp: string };
  readonly artifacts?: readonly Artifact[];
  readonly history?: readonly Message[];
  readonly metadata?: Metadata;
}

const id = z.string().min(1).max(128);

const PartSchema = z
  .looseObject({
    text: z.string().max(100_000).optional(),
    data: z.unknown().optional(),
    raw: z.string().optional(),
    url: z.string().optional(),
  })
  .refine(
    (part) => ['text', 'data', 'raw', 'url'].filter((kind) => (part as Metadata)[kind] !== undefined).length === 1,
    'a part has exactly one of text, data, raw, url',
  );

/** A message may come without `messageId`: the specification's own example has none. */
export const SendSchema = z.looseObject({
  message: z.looseObject({
    messageId: id.optional(),
    contextId: id.optional(),
    taskId: id.optional(),
    role: z.literal('ROLE_USER'),
    parts: z.array(PartSchema).max(20).optional(),
    metadata: z.record(z.string(), z.unknown()).optional(),
  }),
  configuration: z
    .looseObject({
      returnImmediately: z.boolean().optional(),
      historyLength: z.int().min(0).optional(),
      taskPushNotificationConfig: z.unknown().optional(),
    })
    .optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});

export type SendRequest = z.infer<typeof SendSchema>;

export const InvocationSchema = z.strictObject({
  svcTool: z.string().min(1).max(80),
  arguments: z.record(z.string(), z.unknown()).default({}),
});

export type Invocation = z.infer<typeof InvocationSchema>;

/** Members by their JSON names; ProtoJSON readers take the snake_case names of the definition too. Not deep. */
export function camelCased(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      member,
    ]),
  );
}
