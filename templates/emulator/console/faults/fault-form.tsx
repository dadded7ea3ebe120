import type { Json, JsonObject } from '@speccast/runtime';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { route } from '../app/route.js';
import { change, sayError } from '../app/toasts.js';
import { Button, SelectField, TextField } from '../parts/controls.js';
import { ask } from '../server/ask.js';
import { type Operation, operations } from '../server/service.js';

/** The text of each field. */
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

/** A form for a fault. The address may prefill it: `#/faults?operation=videos.list&effect=fail&status=503`. */
export function FaultForm(): VNode {
  const [draft, set] = useState<Draft>(() => readDraft(route.value.query));
  const chosen = operations.value.find(({ id }) => id === draft.operation);
  const edit = (part: Partial<Draft>): void => set({ ...draft, ...part });
  const add = async (): Promise<void> => {
    try {
      await change(ask('POST', '/faults', toRule(draft)), `Added a fault of ${draft.operation}`);
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
        <SelectField
          label="Operation"
          value={draft.operation}
          onChange={(operation) => edit({ operation, reason: '' })}
          options={[['*', 'every operation'], ...operations.value.map(({ id }) => [id, id] as const)]}
        />
        <SelectField label="Effect" value={draft.effect} onChange={(effect) => edit({ effect })} options={effects} />
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
      <SelectField
        label="Calls"
        value={draft.hits}
        onChange={(hits) => edit({ hits })}
        options={[
          ['times', 'the next …'],
          ['nth', 'only number …'],
          ['all', 'all'],
        ]}
      />
      {draft.hits !== 'all' && (
        <TextField name="How many, or which" value={draft.count} onChange={(count) => edit({ count })} />
      )}
      <TextField name="Only if the parameter" value={draft.parameter} onChange={(parameter) => edit({ parameter })} />
      {draft.parameter !== '' && (
        <TextField name="has the value" value={draft.value} onChange={(value) => edit({ value })} />
      )}
    </>
  );
}

function readDraft(query: URLSearchParams): Draft {
  const read = (name: string, usual = ''): string => query.get(name) ?? usual;
  return {
    operation: read('operation', '*'),
    effect: read('effect', 'fail'),
    reason: read('reason') === '' ? '' : `${read('status')} ${read('reason')}`,
    status: read('status', '503'),
    message: '',
    body: read('body'),
    min: '1000',
    max: '1000',
    bytes: '10',
    hits: 'times',
    count: '1',
    parameter: read('parameter'),
    value: read('value'),
  };
}

function toRule(draft: Draft): JsonObject {
  const { operation, hits, count, parameter, value } = draft;
  return {
    operation,
    effect: toEffect(draft),
    ...(hits !== 'all' && { hits: { [hits]: Number(count) } }),
    ...(parameter !== '' && { when: { parameters: { [parameter]: value } } }),
  };
}

function toEffect({ effect: kind, reason, status, message, body, min, max, bytes }: Draft): JsonObject {
  const [ofReason = '', ...name] = reason.split(' ');
  const documented = reason === '' ? { status: Number(status) } : { status: Number(ofReason), reason: name.join(' ') };
  if (kind === 'fail') return { kind, ...documented, ...(message !== '' && { message }) };
  if (kind === 'reply') return { kind, status: Number(status), ...(body !== '' && { body: parseBody(body) }) };
  if (kind === 'delay') return { kind, min: Number(min), max: Number(max) };
  if (kind === 'slow') return { kind, bytes: Number(bytes), every: Number(min) };
  return { kind, ...(kind === 'cut' && { bytes: Number(bytes) }) };
}

/** Parses the body of a response. Throws a `TypeError` with a message for the reader of the form. */
function parseBody(text: string): Json {
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

/** The fields of each effect, with their labels. */
const fields: Readonly<Record<string, readonly (readonly [name: keyof Draft, label: string])[]>> = {
  fail: [
    ['status', 'Status'],
    ['message', 'Message'],
  ],
  reply: [
    ['status', 'Status'],
    ['body', 'Body as JSON'],
  ],
  delay: [
    ['min', 'At least, in milliseconds'],
    ['max', 'At most, in milliseconds'],
  ],
  slow: [
    ['bytes', 'Bytes at once'],
    ['min', 'Milliseconds between them'],
  ],
  cut: [['bytes', 'After how many bytes']],
};

function EffectFields({ draft, operation, edit }: EffectProps): VNode {
  const declared = (operation === undefined ? operations.value : [operation]).flatMap(({ reasons }) =>
    Object.entries(reasons).flatMap(([status, names]) => names.map((name) => `${status} ${name}`)),
  );
  // An address may name another reason.
  if (draft.reason !== '') declared.push(draft.reason);
  const reasons = [...new Set(declared)];
  const isFailure = draft.effect === 'fail';
  // A documented reason has a status of its own.
  const typed = fields[draft.effect]?.filter(([name]) => !(isFailure && name === 'status' && draft.reason !== ''));
  return (
    <>
      {isFailure && (
        <SelectField
          label="Reason"
          value={draft.reason}
          onChange={(reason) => edit({ reason })}
          options={[['', 'a status'], ...reasons.map((one) => [one, one] as const)]}
        />
      )}
      {typed?.map(([name, label]) => (
        <TextField key={label} name={label} value={draft[name]} onChange={(text) => edit({ [name]: text })} />
      ))}
    </>
  );
}
