import { type Json, type JsonObject, parseJson } from '@speccast/runtime';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { type FaultCondition, type ListedFault, operations, route } from '../server/index.js';
import { Button, change, Empty, Form, sayError, SelectField, Table, TextField, useItems } from '../parts/index.js';

/** A fault and its counters, as JSON. */
interface Fault extends Omit<ListedFault, 'effect' | 'hits'> {
  readonly effect: JsonObject;
  readonly hits?: { readonly times?: number; readonly nth?: number };
  readonly when?: FaultCondition;
}

/** The faults, and a form for a new one. */
export function FaultsView(): VNode {
  const faults = useItems<Fault>('/faults') ?? [];
  return (
    <div class="page">
      <h2>New fault</h2>
      <FaultForm key={JSON.stringify(route.value.query)} />
      <div class="bar">
        <h2 class="grow">Faults</h2>
        {faults.length > 0 && (
          <Button onClick={() => change('DELETE /faults', 'Removed all faults')}>Remove all</Button>
        )}
      </div>
      {faults.length === 0 ? (
        <Empty title="No faults" about="Calls fail only if they break a rule." />
      ) : (
        <Table
          label="Faults"
          columns={['Operation', 'Effect', 'Which calls', 'Only where', 'Calls since', 'Hit', 'Action']}
          rows={faults.map(toCells)}
        />
      )}
    </div>
  );
}

function toCells({ id, operation, effect, hits: { times, nth } = {}, when = {}, seen, used }: Fault) {
  const calls = nth === undefined ? (times === undefined ? 'all' : `the next ${times}`) : `number ${nth}`;
  const isUsedUp = times === undefined ? nth !== undefined && seen >= nth : used >= times;
  const conditions = Object.entries(when.parameters ?? {}).map(([name, value]) => `${name} is ${String(value)}`);
  if (when.caller !== undefined) conditions.push(`caller ${when.caller}`);
  const remove = () => change(`DELETE /faults/${id}`, `Removed the fault of ${operation}`);
  return [
    <code>{operation}</code>,
    describeEffect(effect),
    <>
      {calls} {isUsedUp && <span class="badge">used up</span>}
    </>,
    conditions.join(', '),
    seen,
    used,
    <Button onClick={remove} label={`Remove fault ${id}`}>
      Remove
    </Button>,
  ];
}

/** Describes an effect: `waits 1000 to 2500 ms`. */
function describeEffect({ kind, ...more }: JsonObject) {
  const { status, reason, message, min, max, bytes, done } = more;
  const texts: Readonly<Record<string, string>> = {
    fail: `fails with ${[status, reason].filter(Boolean).join(' ')}${message === undefined ? '' : `: ${String(message)}`}`,
    reply: `responds with ${String(status)} and a body of your own`,
    delay: `waits ${min === max ? '' : `${String(min)} to `}${String(max)} ms`,
    stall: 'never responds',
    disconnect: `breaks the connection${done === true ? ' after the call was performed' : ''}`,
    cut: `breaks off after ${String(bytes)} bytes`,
  };
  const members = Object.entries(more).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return texts[String(kind)] ?? [kind, ...members].join(', ');
}

/** The text of each field. Those of effects have the names of their members. */
type Draft = Readonly<Record<string, string>>;

const usual: Draft = {
  operation: '*',
  effect: 'fail',
  status: '503',
  min: '1000',
  max: '1000',
  bytes: '10',
  every: '1000',
  hits: 'times',
  count: '1',
};

/** Titles of the effects, and the labels of their fields by name. */
const effects: Readonly<Record<string, readonly [title: string, labels?: Draft]>> = {
  fail: ['Fail as documented', { status: 'Status', message: 'Message' }],
  reply: ['Respond with something else', { status: 'Status', body: 'Body as JSON' }],
  delay: ['Wait', { min: 'At least, in milliseconds', max: 'At most, in milliseconds' }],
  stall: ['Never respond'],
  disconnect: ['Break the connection'],
  cut: ['Break off the body', { bytes: 'After how many bytes' }],
  slow: ['Send the body slowly', { bytes: 'Bytes at once', every: 'Milliseconds between them' }],
};

/** A form for a fault. The address may prefill it: `#/faults?operation=videos.list&effect=fail&status=503`. */
function FaultForm() {
  const [draft, set] = useState<Draft>({ ...usual, ...route.value.query });
  const { operation = '', effect = '', hits = '', parameter } = draft;
  const edit = (part: Draft) => set({ ...draft, ...part });
  const add = () => {
    const rule = toRule(draft);
    if (rule) void change('POST /faults', `Added a fault of ${operation}`, rule);
    else sayError('The body of the response is not JSON.');
  };
  const renderField = ([name, label]: readonly [name: string, label: string]) => (
    <TextField key={name} name={label} value={draft[name] ?? ''} onChange={(text) => edit({ [name]: text })} />
  );
  return (
    <Form class="card" action="Add the fault" onSubmit={add}>
      <div class="form">
        <SelectField
          label="Operation"
          value={operation}
          onChange={(id) => edit({ operation: id, reason: '' })}
          options={[['*', 'every operation'], ...operations.value.map(({ id }) => id)]}
        />
        <SelectField
          label="Effect"
          value={effect}
          onChange={(kind) => edit({ effect: kind, reason: '' })}
          options={Object.entries(effects).map(([kind, [title]]) => [kind, title])}
        />
        {effect === 'fail' && renderReasons(draft, edit)}
        {Object.entries(effects[effect]?.[1] ?? {})
          // A documented reason has a status of its own.
          .filter(([name]) => name !== 'status' || !draft.reason)
          .map(renderField)}
        <SelectField
          label="Calls"
          value={hits}
          onChange={(kind) => edit({ hits: kind })}
          options={[['times', 'the next …'], ['nth', 'only number …'], 'all']}
        />
        {hits !== 'all' && renderField(['count', 'How many, or which'])}
        {renderField(['parameter', 'Only if the parameter'])}
        {parameter && renderField(['value', 'has the value'])}
      </div>
    </Form>
  );
}

/** Lists the failures that the operations document: `404 notFound`. */
function renderReasons({ operation, status, reason }: Draft, edit: (part: Draft) => void) {
  const chosen = operations.value.filter(({ id }) => id === operation);
  const declared = (chosen.length > 0 ? chosen : operations.value).flatMap(({ reasons }) =>
    Object.entries(reasons).flatMap(([code, names]) => names.map((name) => `${code} ${name}`)),
  );
  const value = reason ? `${status} ${reason}` : '';
  return (
    <SelectField
      label="Reason"
      value={value}
      onChange={(text) => {
        const [, code = '503', name = ''] = /^(\S+) (.*)$/.exec(text) ?? [];
        edit({ status: code, reason: name });
      }}
      options={[['', 'a status'], ...new Set(declared)]}
    />
  );
}

/** Readers of the text of fields. All others have numbers. */
const readers: Readonly<Record<string, (text: string) => Json | undefined>> = { message: String, body: parseJson };

/** Writes the rule of a fault; undefined if the body of its response is not JSON. */
function toRule(draft: Draft): object | undefined {
  const { operation, effect: kind = '', reason, hits = '', count, parameter, value = '' } = draft;
  const names = Object.keys(effects[kind]?.[1] ?? {}).filter((name) => draft[name]);
  const members = names.map((name) => [name, (readers[name] ?? Number)(draft[name] ?? '')] as const);
  if (members.some(([, member]) => member === undefined)) return undefined;
  return {
    operation,
    effect: { kind, ...Object.fromEntries(members), ...(reason && { reason }) },
    ...(hits !== 'all' && { hits: { [hits]: Number(count) } }),
    ...(parameter && { when: { parameters: { [parameter]: value } } }),
  };
}
