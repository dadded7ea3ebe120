import type { Json, JsonObject } from '@speccast/runtime';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Issue } from '../server/ask.js';
import { Field } from './controls.js';
import { pretty } from '../server/ask.js';
import { type FormMember, type FormSchema, isObject, readSchema } from './schemas.js';

/** What all fields of a form share. */
export interface FormContext {
  /** The document that references point into. */
  readonly root: JsonObject;
  readonly issues: readonly Issue[];
  /** Whether members that only responses have are left out. */
  readonly isInput: boolean;
}

interface ValueProps {
  readonly context: FormContext;
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
  const { members = [] } = readSchema(schema, context.root);
  const row = isObject(value) ? value : {};
  const shown = members.filter((member) => isShown(member, context, row));
  const change = (name: string, changed: Json | undefined): void => {
    const { [name]: _old, ...others } = row;
    const next = name in row && changed !== undefined ? { ...row, [name]: changed } : others;
    onChange(
      changed === undefined
        ? Object.keys(others).length === 0 && pointer !== ''
          ? undefined
          : others
        : { ...next, [name]: changed },
    );
  };
  const known = new Set(members.map(({ name }) => name));
  const others = Object.keys(row).filter((name) => !known.has(name));
  return (
    <div class="form">
      {shown.map((member) => (
        <ValueField
          key={member.name}
          {...member}
          context={context}
          pointer={`${pointer}/${escapeName(member.name)}`}
          value={row[member.name]}
          onChange={(changed) => change(member.name, changed)}
        />
      ))}
      {others.map((name) => (
        <ValueField
          key={name}
          name={name}
          schema={{}}
          isRequired={false}
          context={context}
          pointer={`${pointer}/${escapeName(name)}`}
          value={row[name]}
          onChange={(changed) => change(name, changed)}
        />
      ))}
    </div>
  );
}

function isShown({ name, schema }: FormMember, { isInput, root }: FormContext, row: JsonObject): boolean {
  if (row[name] !== undefined) return true;
  const { isReadOnly, isDeprecated } = readSchema(schema, root);
  return isDeprecated !== true && !(isInput && isReadOnly === true);
}

function escapeName(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** One value with its label and hint. */
export function ValueField(props: ValueProps): VNode {
  const { context, name, isRequired, pointer, value } = props;
  const schema = readSchema(props.schema, context.root);
  const issues = context.issues.filter(({ location }) => location === pointer || location === pointer.slice(1));
  const isGroup = schema.kind === 'object' && (schema.members?.length ?? 0) > 0;
  if (isGroup && (value === undefined || isObject(value))) return <Group {...props} />;
  const about = [schema.about, limitsOf(schema)].filter(Boolean).join(' ');
  const isWide =
    schema.kind === 'any' ||
    schema.kind === 'object' ||
    (schema.kind === 'list' &&
      (!isPlain(schema, context) || readSchema(schema.items, context.root).values !== undefined));
  return (
    <Field
      isWide={isWide}
      name={
        <>
          <b>{name}</b>
          {isRequired && <span>required</span>}
          <span class="mono">{schema.format ?? (schema.kind === 'any' ? 'JSON' : schema.kind)}</span>
        </>
      }
      about={
        issues.length > 0 ? (
          <span class="bad">{issues.map(({ message }) => message).join(' ')}</span>
        ) : about === '' ? undefined : (
          short(about)
        )
      }
    >
      {(ids) => (
        <Input {...props} read={schema} ids={{ ...ids, ...(issues.length > 0 && { 'aria-invalid': 'true' }) }} />
      )}
    </Field>
  );
}

function short(markdown: string): string {
  const text = markdown.replaceAll('`', '');
  return text.length > 160 ? `${text.slice(0, 157)}…` : text;
}

function limitsOf({ minimum, maximum, maxLength }: FormSchema): string {
  const parts = [
    minimum === undefined ? '' : `at least ${minimum}`,
    maximum === undefined ? '' : `at most ${maximum}`,
    maxLength === undefined ? '' : `up to ${maxLength} characters`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `(${parts.join(', ')})`;
}

function isPlain({ items }: FormSchema, { root }: FormContext): boolean {
  const { kind } = readSchema(items, root);
  return kind === 'string' || kind === 'number';
}

function Group(props: ValueProps): VNode {
  const { name, isRequired, value, context, pointer } = props;
  const hasIssue = context.issues.some(({ location }) => location.startsWith(`${pointer}/`));
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

interface InputProps extends ValueProps {
  readonly read: FormSchema;
  readonly ids: { readonly id: string; readonly 'aria-describedby'?: string; readonly 'aria-invalid'?: 'true' };
}

function Input({ read, ids, value, onChange, context, name }: InputProps): VNode {
  if (read.kind === 'list' && isPlain(read, context)) {
    const items = readSchema(read.items, context.root);
    if (items.values !== undefined)
      return <Choices ids={ids} name={name} values={items.values} value={value} onChange={onChange} />;
    return <Lines ids={ids} isNumber={items.kind === 'number'} value={value} onChange={onChange} />;
  }
  // A value of another type stays as it is, until somebody changes it as JSON.
  const isFitting = value === undefined || typeof value === read.kind || read.values !== undefined;
  if (read.kind === 'any' || read.kind === 'object' || read.kind === 'list' || !isFitting)
    return <JsonInput ids={ids} value={value} onChange={onChange} />;
  const values = read.kind === 'boolean' ? [true, false] : read.values;
  if (values !== undefined) return <Choice ids={ids} values={values} value={value} onChange={onChange} />;
  return <TextInput ids={ids} read={read} value={value} onChange={onChange} />;
}

type ControlProps = Pick<InputProps, 'ids' | 'value' | 'onChange'>;

function Choice({ ids, values, value, onChange }: ControlProps & { readonly values: readonly Json[] }): VNode {
  const all = value === undefined || values.includes(value) ? values : [...values, value];
  return (
    <select
      {...ids}
      class="input"
      value={value === undefined ? '' : JSON.stringify(value)}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? undefined : JSON.parse(currentTarget.value))
      }
    >
      <option value="">—</option>
      {all.map((one) => (
        <option key={JSON.stringify(one)} value={JSON.stringify(one)}>
          {String(one)}
        </option>
      ))}
    </select>
  );
}

function Choices({
  ids,
  name,
  values,
  value,
  onChange,
}: ControlProps & { readonly name: string; readonly values: readonly Json[] }): VNode {
  const chosen = Array.isArray(value) ? value : [];
  const toggle = (one: Json): void => {
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

function Lines({ ids, isNumber, value, onChange }: ControlProps & { readonly isNumber: boolean }): VNode {
  const [text, set] = useState(() => (Array.isArray(value) ? value.map(String).join('\n') : ''));
  const read = (line: string): Json =>
    isNumber && line.trim() !== '' && Number.isFinite(Number(line)) ? Number(line) : line;
  return (
    <textarea
      {...ids}
      class="input"
      rows={Math.min(6, text.split('\n').length + 1)}
      placeholder="one a line"
      spellcheck={false}
      value={text}
      onInput={({ currentTarget }) => {
        set(currentTarget.value);
        const lines = currentTarget.value.split('\n').filter((line) => line !== '');
        onChange(lines.length === 0 ? undefined : lines.map(read));
      }}
    />
  );
}

function TextInput({ ids, read, value, onChange }: ControlProps & { readonly read: FormSchema }): VNode {
  const isNumber = read.kind === 'number';
  const isLong = typeof value === 'string' && (value.length > 60 || value.includes('\n'));
  const parse = (text: string): Json | undefined => {
    if (text === '') return undefined;
    return isNumber && Number.isFinite(Number(text)) ? Number(text) : text;
  };
  const shared = {
    ...ids,
    class: 'input',
    value: value === undefined ? '' : String(value),
    placeholder: read.example === undefined ? '' : String(read.example).slice(0, 60),
  };
  if (isLong)
    return <textarea {...shared} rows={4} onInput={({ currentTarget }) => onChange(parse(currentTarget.value))} />;
  return (
    <input
      {...shared}
      type="text"
      inputMode={isNumber ? 'decimal' : 'text'}
      autocomplete="off"
      onInput={({ currentTarget }) => onChange(parse(currentTarget.value))}
    />
  );
}

function JsonInput({ ids, value, onChange }: ControlProps): VNode {
  const [text, set] = useState(() => (value === undefined ? '' : pretty(value)));
  const [isWrong, setWrong] = useState(false);
  return (
    <>
      <textarea
        {...ids}
        class="input"
        rows={Math.min(12, text.split('\n').length + 1)}
        placeholder="JSON"
        spellcheck={false}
        aria-invalid={isWrong}
        value={text}
        onInput={({ currentTarget }) => {
          set(currentTarget.value);
          try {
            onChange(currentTarget.value.trim() === '' ? undefined : JSON.parse(currentTarget.value));
            setWrong(false);
          } catch {
            setWrong(true);
          }
        }}
      />
      {isWrong && <p class="bad">This is not JSON yet; the last valid value counts.</p>}
    </>
  );
}
