import { labelOf } from '../products/shared/compose/labels.ts';
import { busyButton, button, fold, html, quiet } from './dom.ts';
import { type About, type Fields, fieldsOf, isPaid, textOf, type ViewPort } from './port.ts';
import { exampleOf, schemaIn, withAbout } from './questions.ts';
import { termsBlock } from './terms.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

interface Field {
  readonly key: string;
  readonly schema: Fields;
  readonly control: Control;
}

const isScalar = (value: unknown) => typeof value === 'string' || typeof value === 'number';

/** A list of texts or numbers is written one a line, anything nested as JSON. */
const isList = ({ type, items }: Fields) =>
  type === 'array' && ['string', 'number', 'integer'].includes(String(fieldsOf(items).type));

function textFrom(value: unknown): string {
  if (value === undefined) return '';
  if (isScalar(value)) return String(value);
  return Array.isArray(value) && value.every(isScalar) ? value.join('\n') : JSON.stringify(value);
}

function selectOf(attributes: Record<string, string | boolean>, options: readonly string[]): HTMLSelectElement {
  const entries = ['', ...options].map((option) => html('option', { value: option }, option || 'Not set'));
  return html('select', attributes, ...entries);
}

function controlOf(schema: Fields, attributes: Record<string, string | boolean>): Control {
  const { type, format, minimum, maximum, maxLength } = schema;
  const options = Array.isArray(schema.enum) ? schema.enum.map(String) : type === 'boolean' ? ['true', 'false'] : [];
  if (options.length > 0) return selectOf(attributes, options);
  if (type === 'array' || type === 'object' || type === undefined) return html('textarea', { ...attributes, rows: 3 });
  const bounds = {
    ...(typeof minimum === 'number' && { min: minimum }),
    ...(typeof maximum === 'number' && { max: maximum }),
    ...(typeof maxLength === 'number' && { maxlength: maxLength }),
  };
  const isNumber = type === 'number' || type === 'integer';
  const kind = isNumber ? 'number' : format === 'date' ? 'date' : 'text';
  return html('input', {
    ...attributes,
    ...bounds,
    type: kind,
    ...(isNumber && { step: type === 'integer' ? 1 : 'any' }),
  });
}

let made = 0;

function fieldOf(key: string, schema: Fields, required: boolean): Field & { readonly row: HTMLElement } {
  made += 1;
  const [id, hintId] = [`field-${made}`, `hint-${made}`];
  const said = textOf(schema.description);
  const lines = isList(schema)
    ? 'One a line'
    : schema.type === 'object' || schema.type === 'array'
      ? 'As JSON'
      : undefined;
  const standard = isScalar(schema.default) ? `default ${String(schema.default)}` : undefined;
  const hint = [said, lines, standard].filter(Boolean).join('; ');
  const control = controlOf(schema, {
    id,
    name: key,
    ...(required && { required }),
    ...(hint && { 'aria-describedby': hintId }),
  });
  const label = html(
    'label',
    { for: id },
    labelOf(key).label,
    required ? html('span', { class: 'quiet' }, ' (needed)') : undefined,
  );
  const row = html(
    'div',
    { class: 'field' },
    label,
    control,
    hint ? html('p', { class: 'quiet', id: hintId }, hint) : undefined,
  );
  return { key, schema, control, row };
}

/** The value of one field as its tool takes it; throws a sentence where it is no JSON. */
function givenIn({ key, schema, control }: Field): unknown {
  const text = control.value.trim();
  if (text === '') return undefined;
  if (schema.type === 'number' || schema.type === 'integer') return Number(text);
  if (schema.type === 'boolean') return text === 'true';
  if (schema.type === 'string' || Array.isArray(schema.enum)) return text;
  if (isList(schema)) {
    const entries = text
      .split('\n')
      .map((entry) => entry.trim())
      .filter(Boolean);
    return fieldsOf(schema.items).type === 'string' ? entries : entries.map(Number);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${labelOf(key).label} is no JSON.`);
  }
}

/** What the fields say, those that are blank left out; a sentence where one of them says nothing that can be read. */
function argumentsIn(fields: readonly Field[]): Fields | string {
  try {
    const given = fields.map((field) => [field.key, givenIn(field)] as const);
    return Object.fromEntries(given.filter(([, value]) => value !== undefined));
  } catch (error) {
    return error instanceof Error ? error.message : 'One of the fields cannot be read.';
  }
}

const rowsOfForm = (fields: readonly { readonly row: HTMLElement }[]) =>
  html('div', { class: 'form-fields' }, ...fields.map(({ row }) => row));

const placeKeys = new Set(['address', 'place', 'zip', 'zipCode', 'city', 'county', 'state']);

/** Whether a field is seen at once: what is needed, what is filled, and what a place is called. */
const isFirst = (key: string, required: boolean, values: Fields) => required || key in values || placeKeys.has(key);

/**
 * The form of one tool, made from its schema.
 * @param values by the names of arguments; what the tool does not take is left aside
 * @param problem why the arguments before were refused
 */
export function formBlock(tool: string, about: About, values: Fields, port: ViewPort, problem?: string): HTMLElement {
  const schema = schemaIn(about);
  const needed = new Set(Array.isArray(schema.required) ? schema.required : []);
  const fields = Object.entries(fieldsOf(schema.properties)).map(([key, part]) => ({
    ...fieldOf(key, fieldsOf(part), needed.has(key)),
    first: isFirst(key, needed.has(key), values),
  }));
  const fill = (given: Fields) => {
    for (const { key, control } of fields) control.value = textFrom(given[key]);
  };
  fill(values);
  const alert = html('p', { class: 'problem', role: 'alert', tabindex: -1 }, problem);
  alert.hidden = problem === undefined;
  const say = (text: string) => {
    alert.textContent = text;
    alert.hidden = false;
    alert.focus();
  };
  const submit = async () => {
    if (!form.reportValidity()) return;
    const args = argumentsIn(fields);
    if (typeof args === 'string') return say(args);
    const outcome = await port.ask?.(tool, args);
    if (!outcome) return;
    if (outcome.kind === 'fault') return say(outcome.detail);
    port.show(withAbout(outcome, about), args);
  };
  const first = fields.filter((one) => one.first);
  const further = fields.filter((one) => !one.first);
  const example = exampleOf(about);
  const go = busyButton(isPaid(tool) ? 'Show price and terms' : 'Get the answer', 'go', submit);
  const form = html(
    'form',
    { class: 'form' },
    alert,
    rowsOfForm(first),
    further.length > 0 ? fold('Further settings', further.length, rowsOfForm(further)) : undefined,
    html(
      'div',
      { class: 'actions' },
      go,
      Object.keys(example).length > 0 ? button('Fill in the example', 'more', () => fill(example)) : undefined,
    ),
  );
  if (first.length === 0) form.querySelector('details')?.setAttribute('open', '');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    go.click();
  });
  return html(
    'div',
    { class: 'about' },
    quiet(textOf(about.whenToUse) ?? textOf(about.summary), 'p'),
    isPaid(tool) ? termsBlock(tool, about) : undefined,
    form,
  );
}
