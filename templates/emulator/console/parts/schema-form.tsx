import type { Json, JsonObject } from '@speccast/runtime';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Issue } from '../server/ask.js';
import { Field, Options } from './controls.js';
import { pretty } from '../server/ask.js';
import { type FormSchema, isObject, readSchema, toObject } from './schemas.js';

/** The properties that all fields of a form share. */
export interface FormContext {
  /** The document that references point into. */
  readonly root: JsonObject;
  readonly issues: readonly Issue[];
  /** True if members that only responses have are left out. */
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
  const row = toObject(value);
  const known = members.filter((member) => {
    const { isReadOnly, isDeprecated } = readSchema(member.schema, context.root);
    const isHidden = isDeprecated === true || (context.isInput && isReadOnly === true);
    return row[member.name] !== undefined || !isHidden;
  });
  const unknown = Object.keys(row).filter((name) => members.every((member) => member.name !== name));
  const change = (name: string, changed: Json | undefined): void => {
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
  const { context, name, isRequired, pointer, value } = props;
  const schema = readSchema(props.schema, context.root);
  const hasMembers = schema.members !== undefined && schema.members.length > 0;
  if (hasMembers && (value === undefined || isObject(value))) return <Group {...props} />;
  const issues = context.issues.filter(({ location }) => location === pointer || location === pointer.slice(1));
  const hint = describe(schema);
  const about = issues.length > 0 ? <span class="bad">{issues.map(({ message }) => message).join(' ')}</span> : hint;
  const items = readSchema(schema.items, context.root);
  const isPlain = schema.kind === 'list' && (items.kind === 'string' || items.kind === 'number');
  const isJson = schema.kind === 'any' || schema.kind === 'object' || (schema.kind === 'list' && !isPlain);
  return (
    <Field
      isWide={isJson || (isPlain && items.values !== undefined)}
      name={
        <>
          <b>{name}</b>
          {isRequired && <span>required</span>}
          <span class="mono">{schema.format ?? (schema.kind === 'any' ? 'JSON' : schema.kind)}</span>
        </>
      }
      about={about}
    >
      {(ids) => {
        const control = {
          ids: { ...ids, ...(issues.length > 0 && { 'aria-invalid': 'true' as const }) },
          value,
          onChange: props.onChange,
        };
        if (isPlain && items.values !== undefined) return <Choices {...control} name={name} values={items.values} />;
        if (isPlain) return <Lines {...control} isNumber={items.kind === 'number'} />;
        const values = schema.kind === 'boolean' ? [true, false] : schema.values;
        // A value of another type stays as it is, until it is changed as JSON.
        const isOther = value !== undefined && typeof value !== schema.kind && schema.values === undefined;
        if (isJson || isOther) return <JsonInput {...control} />;
        return values ? <Choice {...control} values={values} /> : <TextInput {...control} schema={schema} />;
      }}
    </Field>
  );
}

/** Describes a value by the text of its schema, at most 160 characters, and its limits: `Its price. (at least 0)`. */
function describe({ about = '', minimum, maximum, maxLength }: FormSchema): string | undefined {
  const limits = [
    minimum !== undefined && `at least ${minimum}`,
    maximum !== undefined && `at most ${maximum}`,
    maxLength !== undefined && `up to ${maxLength} characters`,
  ].filter(Boolean);
  const text = `${about.replaceAll('`', '')} ${limits.length === 0 ? '' : `(${limits.join(', ')})`}`.trim();
  return text.length > 160 ? `${text.slice(0, 157)}…` : text || undefined;
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

interface ControlProps {
  readonly ids: { readonly id: string; readonly 'aria-describedby'?: string; readonly 'aria-invalid'?: 'true' };
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
}

interface ChoiceProps extends ControlProps {
  readonly values: readonly Json[];
}

function Choice({ ids, values, value, onChange }: ChoiceProps): VNode {
  const all = value === undefined || values.includes(value) ? values : [...values, value];
  return (
    <Options
      attributes={ids}
      value={value === undefined ? '' : JSON.stringify(value)}
      options={[['', '—'], ...all.map((one) => [JSON.stringify(one), String(one)] as const)]}
      onChange={(json) => onChange(json === '' ? undefined : JSON.parse(json))}
    />
  );
}

function Choices({ ids, name, values, value, onChange }: ChoiceProps & { readonly name: string }): VNode {
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

function TextInput({ ids, schema, value, onChange }: ControlProps & { readonly schema: FormSchema }): VNode {
  const isNumber = schema.kind === 'number';
  const isLong = typeof value === 'string' && (value.length > 60 || value.includes('\n'));
  const change = (text: string): void => {
    const parsed = isNumber && Number.isFinite(Number(text)) ? Number(text) : text;
    onChange(text === '' ? undefined : parsed);
  };
  const shared = {
    ...ids,
    class: 'input',
    value: String(value ?? ''),
    placeholder: String(schema.example ?? '').slice(0, 60),
  };
  if (isLong) return <textarea {...shared} rows={4} onInput={({ currentTarget }) => change(currentTarget.value)} />;
  return (
    <input
      {...shared}
      type="text"
      inputMode={isNumber ? 'decimal' : 'text'}
      autocomplete="off"
      onInput={({ currentTarget }) => change(currentTarget.value)}
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
