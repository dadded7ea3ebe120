import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { type Issue, pretty } from '../server/index.js';
import { type ControlIds, Field, Select } from './controls.js';
import { splitPointer, valueAt } from './format.js';

interface ValueProps {
  /** Properties that all fields of a form share. */
  readonly context: {
    /** The document that references point into. */
    readonly root: JsonObject;
    readonly issues: readonly Issue[];
    /** True if members that only responses have are left out. */
    readonly isInput: boolean;
  };
  readonly schema: Json;
  readonly name: string;
  readonly isRequired: boolean;
  /** JSON pointer. */
  readonly pointer: string;
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
}

/** The members of an object as fields, by its schema. Members that no schema names can be edited as JSON. */
export function ObjectForm(props: Omit<ValueProps, 'name' | 'isRequired'>): VNode {
  const { context, schema, pointer, value, onChange } = props;
  const { members } = readSchema(schema, context.root);
  const row = toObject(value);
  const known = members.filter((member) => {
    const { readOnly, deprecated } = readSchema(member.schema, context.root).keywords;
    return row[member.name] !== undefined || !(deprecated === true || (context.isInput && readOnly === true));
  });
  const unknown = Object.keys(row).filter((name) => members.every((member) => member.name !== name));
  const change = (name: string, changed: Json | undefined) => {
    const { [name]: _old, ...others } = row;
    if (changed !== undefined) onChange({ ...row, [name]: changed });
    else onChange(Object.keys(others).length === 0 && pointer !== '' ? undefined : others);
  };
  return (
    <div class="form">
      {[...known, ...unknown.map((name) => ({ name, schema: {}, isRequired: false }))].map((member) => (
        <ValueField
          key={member.name}
          {...member}
          context={context}
          pointer={`${pointer}/${member.name.replaceAll('~', '~0').replaceAll('/', '~1')}`}
          value={row[member.name]}
          onChange={(changed) => change(member.name, changed)}
        />
      ))}
    </div>
  );
}

/** One value with its label and hint. */
export function ValueField(props: ValueProps): VNode {
  const { context, name, isRequired, pointer, value, onChange } = props;
  const { kind, keywords, values, members } = readSchema(props.schema, context.root);
  if (members.length > 0 && (value === undefined || isJsonObject(value))) return <Group {...props} />;
  const items = readSchema(keywords.items, context.root);
  const isLines = kind === 'list' && (items.kind === 'string' || items.kind === 'number');
  // A value of another type stays as it is, until it is changed as JSON.
  const isOther = value !== undefined && !values && (isLines ? !Array.isArray(value) : typeof value !== kind);
  const isJson = isOther || !(isLines || /^(?:string|number|boolean)$/.test(kind));
  const choices = kind === 'boolean' ? [true, false] : values;
  const hint = keywords.default ?? keywords.example ?? toList(keywords.examples)[0];
  const issues = context.issues.filter(({ location }) => location === pointer || location === pointer.slice(1));
  const isWrong = issues.length > 0;
  return (
    <Field
      isWide={isJson || (isLines && items.values !== undefined)}
      name={
        <>
          <b>{name}</b>
          {isRequired && <span>required</span>}
          <span class="mono">{String(keywords.format ?? (kind === 'any' ? 'JSON' : kind))}</span>
        </>
      }
      about={isWrong ? <span class="bad">{issues.map(({ message }) => message).join(' ')}</span> : describe(keywords)}
    >
      {(ids) => {
        const control = { ids: isWrong ? { ...ids, 'aria-invalid': true } : ids, value, onChange };
        if (isJson) return <TextInput {...control} form={jsonText} />;
        if (isLines && items.values) return renderChoices(control, items.values, name);
        if (isLines) return <TextInput {...control} form={items.kind === 'number' ? numbersText : linesText} />;
        if (choices) return renderChoice(control, choices);
        return <TextInput {...control} form={kind === 'number' ? numberText : plainText} hint={hint} />;
      }}
    </Field>
  );
}

/** Describes a value by the text of its schema, at most 160 characters, and its limits: `Its price. (at least 0)`. */
function describe({ description = '', minimum, maximum, maxLength }: JsonObject) {
  const limits = [
    typeof minimum === 'number' && `at least ${minimum}`,
    typeof maximum === 'number' && `at most ${maximum}`,
    typeof maxLength === 'number' && `up to ${maxLength} characters`,
  ].filter(Boolean);
  const about = String(description).replaceAll('`', '');
  const text = limits.length === 0 ? about : `${about} (${limits.join(', ')})`.trim();
  return text.length > 160 ? `${text.slice(0, 157)}…` : text || undefined;
}

function Group(props: ValueProps) {
  const { name, isRequired, value, context, pointer } = props;
  const hasIssue = context.issues.some(({ location }) => location?.startsWith(`${pointer}/`));
  const [isOpen, open] = useState(isRequired || value !== undefined);
  return (
    <details class="group wide" open={isOpen || hasIssue} onToggle={({ currentTarget }) => open(currentTarget.open)}>
      <summary>
        <b>{name}</b> {isRequired && <span class="dim">required</span>}
      </summary>
      {(isOpen || hasIssue) && <ObjectForm {...props} />}
    </details>
  );
}

interface ControlProps extends Pick<ValueProps, 'value' | 'onChange'> {
  readonly ids: ControlIds;
}

function renderChoice({ ids, value, onChange }: ControlProps, values: readonly Json[]) {
  const all = value === undefined || values.includes(value) ? values : [...values, value];
  return (
    <Select
      ids={ids}
      value={value === undefined ? '' : JSON.stringify(value)}
      options={[['', '—'], ...all.map((one) => [JSON.stringify(one), String(one)] as const)]}
      onChange={(json) => onChange(json === '' ? undefined : JSON.parse(json))}
    />
  );
}

function renderChoices({ ids, value, onChange }: ControlProps, values: readonly Json[], name: string) {
  const chosen = toList(value);
  const toggle = (one: Json) => {
    const next = chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one];
    onChange(next.length === 0 ? undefined : next);
  };
  return (
    <fieldset {...ids} class="bar" aria-label={name}>
      {values.map((one) => (
        <label key={JSON.stringify(one)} class="choice">
          <input type="checkbox" checked={chosen.includes(one)} onChange={() => toggle(one)} /> {String(one)}
        </label>
      ))}
    </fieldset>
  );
}

/** A form of values as text. */
interface TextForm {
  /** Reads text that is not empty. Throws for text that is not a valid value. */
  readonly read: (text: string) => Json;
  readonly write: (value: Json) => string;
  /** Maximum number of lines of the field. Default: one, or four for a long text. */
  readonly lines?: number;
  readonly hint?: string;
}

/** Reads a number. Other text is sent as text, so that the emulator reports what is wrong. */
const readNumber = (text: string) => (text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text);

const readLines = (text: string) => text.split('\n').filter((line) => line !== '');

const jsonText: TextForm = { read: JSON.parse, write: pretty, lines: 12, hint: 'JSON' };
const plainText: TextForm = { read: String, write: String };
const numberText: TextForm = { read: readNumber, write: String };
const linesText: TextForm = {
  read: readLines,
  write: (list) => toList(list).join('\n'),
  lines: 6,
  hint: 'one a line',
};
const numbersText: TextForm = { ...linesText, read: (text) => readLines(text).map(readNumber) };

interface TextProps extends ControlProps {
  readonly form: TextForm;
  /** A value that is shown while the field is empty. */
  readonly hint?: Json | undefined;
}

function TextInput({ ids, value, onChange, form, hint = form.hint ?? '' }: TextProps) {
  const [typed, type] = useState({ text: '', json: '', isWrong: false });
  const json = JSON.stringify(value);
  // Keeps the typed text as long as it has the same value: `4.`, while the user types `4.5`.
  const isTyped = typed.json === json;
  const text = isTyped ? typed.text : value === undefined ? '' : form.write(value);
  const isWrong = isTyped && typed.isWrong;
  const change = (changed: string) => {
    try {
      const next = (form === plainText ? changed : changed.trim()) === '' ? undefined : form.read(changed);
      type({ text: changed, json: JSON.stringify(next), isWrong: false });
      onChange(next);
    } catch {
      type({ text: changed, json, isWrong: true });
    }
  };
  const { lines = text.length > 60 || text.includes('\n') ? 4 : 1 } = form;
  const shared = {
    class: 'input',
    ...ids,
    ...(isWrong && { 'aria-invalid': true }),
    placeholder: String(hint).slice(0, 60),
    value: text,
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => change(currentTarget.value),
  };
  return (
    <>
      {lines === 1 ? (
        <input {...shared} inputMode={form === numberText ? 'decimal' : 'text'} autocomplete="off" />
      ) : (
        <textarea {...shared} rows={Math.min(lines, text.split('\n').length + 1)} spellcheck={form === plainText} />
      )}
      {isWrong && <p class="bad">This is not valid JSON; the last valid value is used.</p>}
    </>
  );
}

/** A JSON Schema as a form uses it. */
export interface FormSchema {
  /** Its type: `object`, `list`, `string`, `number`, `boolean`, or `any`. */
  readonly kind: string;
  /** Its keywords in one object, without `$ref` and `allOf`. */
  readonly keywords: JsonObject;
  /** The values of `enum` or `const`. */
  readonly values: readonly Json[] | undefined;
  /** The members of an object in the order of the schema. */
  readonly members: readonly { readonly name: string; readonly schema: Json; readonly isRequired: boolean }[];
}

/** Reads a JSON Schema for a form: follows references, merges `allOf`, and uses the first alternative that is not null. */
export function readSchema(schema: Json | undefined, root: JsonObject): FormSchema {
  const keywords = flatten(schema, root, 0);
  const { properties, enum: all, const: only } = keywords;
  const { type = isJsonObject(properties) ? 'object' : Array.isArray(all) ? 'string' : 'any' } = keywords;
  const required = new Set(toList(keywords.required));
  const names: Readonly<Record<string, string>> = { array: 'list', integer: 'number' };
  const kind = names[String(type)] ?? String(type);
  const members = kind === 'object' ? Object.entries(toObject(properties)) : [];
  return {
    kind,
    keywords,
    values: Array.isArray(all) ? all : only === undefined ? undefined : [only],
    members: members.map(([name, inner]) => ({ name, schema: inner, isRequired: required.has(name) })),
  };
}

function flatten(schema: Json | undefined, root: JsonObject, depth: number): JsonObject {
  if (!isJsonObject(schema) || depth > 12) return {};
  const { $ref, allOf, oneOf, anyOf, type, ...own } = schema;
  const flattenAll = (list: Json | undefined) => toList(list).map((one) => flatten(one, root, depth + 1));
  const target = typeof $ref === 'string' ? [resolvePointer(root, $ref) ?? {}] : [];
  const chosen = [...flattenAll(oneOf), ...flattenAll(anyOf)].find((one) => one.type !== 'null') ?? {};
  const plain = Array.isArray(type) ? (type.find((one) => one !== 'null') ?? 'null') : type;
  const parts = [...flattenAll(target), chosen, ...flattenAll(allOf)];
  return [...parts, plain === undefined ? own : { ...own, type: plain }].reduce(join);
}

function join(one: JsonObject, other: JsonObject): JsonObject {
  const properties = { ...toObject(one.properties), ...toObject(other.properties) };
  const required = [...toList(one.required), ...toList(other.required)];
  return {
    ...one,
    ...other,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

/** Returns the value at a JSON pointer (`#/components/schemas/Video`); undefined if there is none. */
export function resolvePointer(root: Json, pointer: string): Json | undefined {
  return valueAt(root, splitPointer(decodeURIComponent(pointer)));
}

/** Returns a value if it is an object, else an empty object. */
export function toObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Returns a value if it is a list, else an empty list. */
export function toList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
