import type { JsonObject } from '@speccast/runtime';
import type { VNode } from 'preact';
import { route } from '../server/route.js';
import { change } from '../parts/toasts.js';
import { Button, Empty } from '../parts/controls.js';
import { Table } from '../parts/display.js';
import { useItems } from '../parts/use-loaded.js';
import { FaultForm } from './fault-form.js';

/** A fault and its counters. */
interface Fault {
  readonly id: number;
  readonly operation: string;
  readonly effect: JsonObject;
  readonly hits?: { readonly times?: number; readonly nth?: number };
  readonly when?: { readonly parameters?: JsonObject; readonly caller?: string };
  readonly seen: number;
  readonly used: number;
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
        <Empty title="No faults">
          <p>Calls fail only where they break a rule.</p>
        </Empty>
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
    disconnect: `breaks the connection${done === true ? ' after the call was carried out' : ''}`,
    cut: `breaks off after ${String(bytes)} bytes`,
  };
  const members = Object.entries(more).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return texts[String(kind)] ?? [kind, ...members].join(', ');
}
