import type { Json, JsonObject } from '@speccast/runtime';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { route } from '../app/route.js';
import { change, sayError } from '../app/toasts.js';
import { Button, Field } from '../parts/controls.js';
import { ask } from '../server/ask.js';
import { type Operation, operations } from '../server/service.js';

/** What is typed into the form, as strings. */
interface Draft {
  readonly operation: string;
  readonly effect: string;
  readonly reason: string;
  readonly status: string;
  readonly message: string;
  readonly body: string;
  readonly min: string;
  readonly max: string;
  readonly bytes: string;
  readonly hits: string;
  readonly count: string;
  readonly parameter: string;
  readonly value: string;
}

const effects = [
  ['fail', 'Fail as documented'],
  ['reply', 'Respond with something else'],
  ['delay', 'Wait'],
  ['stall', 'Never respond'],
  ['disconnect', 'Break the connection'],
  ['cut', 'Break off the body'],
  ['slow', 'Send the body slowly'],
] as const;

/** A form for a fault. The address may fill it: `#/faults?operation=videos.list&effect=fail&status=503`. */
export function FaultForm(): VNode {
  const [draft, set] = useState<Draft>(() => draftOf(route.value.query));
  const chosen = operations.value.find(({ id }) => id === draft.operation);
  const edit = (part: Partial<Draft>): void => set({ ...draft, ...part });
  const add = async (): Promise<void> => {
    try {
      await change(ask('POST', '/faults', ruleOf(draft)), `Added a fault of ${draft.operation}`);
    } catch (error) {
      sayError(error);
    }
  };
  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <div class="form">
        <Choice
          name="Operation"
          value={draft.operation}
          onChange={(operation) => edit({ operation, reason: '' })}
          options={[['*', 'every operation'], ...operations.value.map(({ id }) => [id, id] as const)]}
        />
        <Choice name="Effect" value={draft.effect} onChange={(effect) => edit({ effect })} options={effects} />
        <EffectFields draft={draft} operation={chosen} edit={edit} />
        <CallFields draft={draft} edit={edit} />
      </div>
      <div class="bar">
        <Button kind="main" onClick={() => void add()}>
          Add the fault
        </Button>
      </div>
    </form>
  );
}

function CallFields({ draft, edit }: Pick<EffectProps, 'draft' | 'edit'>): VNode {
  return (
    <>
      <Choice
        name="Calls"
        value={draft.hits}
        onChange={(hits) => edit({ hits })}
        options={[
          ['times', 'the next …'],
          ['nth', 'only number …'],
          ['all', 'all'],
        ]}
      />
      {draft.hits !== 'all' && (
        <Typed name="How many, or which" value={draft.count} onChange={(count) => edit({ count })} />
      )}
      <Typed name="Only if the parameter" value={draft.parameter} onChange={(parameter) => edit({ parameter })} />
      {draft.parameter !== '' && (
        <Typed name="has the value" value={draft.value} onChange={(value) => edit({ value })} />
      )}
    </>
  );
}

function draftOf(query: URLSearchParams): Draft {
  const of = (name: string, usual = ''): string => query.get(name) ?? usual;
  return {
    operation: of('operation', '*'),
    effect: of('effect', 'fail'),
    reason: of('reason') === '' ? '' : `${of('status')} ${of('reason')}`,
    status: of('status', '503'),
    message: '',
    body: of('body'),
    min: '1000',
    max: '1000',
    bytes: '10',
    hits: 'times',
    count: '1',
    parameter: of('parameter'),
    value: of('value'),
  };
}

function ruleOf(draft: Draft): JsonObject {
  const { operation, hits, count, parameter, value } = draft;
  return {
    operation,
    effect: effectOf(draft),
    ...(hits === 'all' ? {} : { hits: { [hits]: Number(count) } }),
    ...(parameter === '' ? {} : { when: { parameters: { [parameter]: value } } }),
  };
}

function effectOf({ effect, reason, status, message, body, min, max, bytes }: Draft): JsonObject {
  const [ofReason = '', ...name] = reason.split(' ');
  const documented: JsonObject =
    reason === '' ? { status: Number(status) } : { status: Number(ofReason), reason: name.join(' ') };
  if (effect === 'fail') return { kind: 'fail', ...documented, ...(message === '' ? {} : { message }) };
  if (effect === 'reply')
    return { kind: 'reply', status: Number(status), ...(body === '' ? {} : { body: readBody(body) }) };
  if (effect === 'delay') return { kind: 'delay', min: Number(min), max: Number(max) };
  if (effect === 'slow') return { kind: 'slow', bytes: Number(bytes), every: Number(min) };
  return effect === 'cut' ? { kind: 'cut', bytes: Number(bytes) } : { kind: effect };
}

function readBody(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    throw new TypeError('The body of the response is not JSON.');
  }
}

interface EffectProps {
  readonly draft: Draft;
  readonly operation: Operation | undefined;
  readonly edit: (part: Partial<Draft>) => void;
}

function EffectFields({ draft, operation, edit }: EffectProps): VNode | null {
  const all = operation === undefined ? operations.value : [operation];
  const reasons = [
    ...new Set(
      all.flatMap(({ reasons: own }) =>
        Object.entries(own).flatMap(([status, names]) => names.map((name) => `${status} ${name}`)),
      ),
    ),
  ];
  const known = draft.reason === '' || reasons.includes(draft.reason) ? reasons : [draft.reason, ...reasons];
  if (draft.effect === 'fail')
    return (
      <>
        <Choice
          name="Reason"
          value={draft.reason}
          onChange={(reason) => edit({ reason })}
          options={[['', 'a status'], ...known.map((one) => [one, one] as const)]}
        />
        {draft.reason === '' && <Typed name="Status" value={draft.status} onChange={(status) => edit({ status })} />}
        <Typed name="Message" value={draft.message} onChange={(message) => edit({ message })} />
      </>
    );
  if (draft.effect === 'reply')
    return (
      <>
        <Typed name="Status" value={draft.status} onChange={(status) => edit({ status })} />
        <Typed name="Body as JSON" value={draft.body} onChange={(body) => edit({ body })} />
      </>
    );
  if (draft.effect === 'delay')
    return (
      <>
        <Typed name="At least, in milliseconds" value={draft.min} onChange={(min) => edit({ min })} />
        <Typed name="At most, in milliseconds" value={draft.max} onChange={(max) => edit({ max })} />
      </>
    );
  if (draft.effect === 'slow')
    return (
      <>
        <Typed name="Bytes at once" value={draft.bytes} onChange={(bytes) => edit({ bytes })} />
        <Typed name="Milliseconds between them" value={draft.min} onChange={(min) => edit({ min })} />
      </>
    );
  return draft.effect === 'cut' ? (
    <Typed name="After how many bytes" value={draft.bytes} onChange={(bytes) => edit({ bytes })} />
  ) : null;
}

interface TypedProps {
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Typed({ name, value, onChange }: TypedProps): VNode {
  return (
    <Field name={name}>
      {(ids) => (
        <input
          {...ids}
          class="input"
          autocomplete="off"
          value={value}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  );
}

function Choice({
  name,
  value,
  onChange,
  options,
}: TypedProps & { readonly options: readonly (readonly [string, string])[] }): VNode {
  return (
    <Field name={name}>
      {(ids) => (
        <select {...ids} class="input" value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
          {options.map(([one, text]) => (
            <option key={one} value={one}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
