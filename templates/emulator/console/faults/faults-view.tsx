import type { Json, JsonObject } from '@speccast/runtime';
import type { VNode } from 'preact';
import { route } from '../app/route.js';
import { change } from '../app/toasts.js';
import { Button, Empty } from '../parts/controls.js';
import { Table } from '../parts/facts.js';
import { useItems } from '../parts/use-loaded.js';
import { ask } from '../server/ask.js';
import { changes, state } from '../server/live.js';
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
  const counts = JSON.stringify(state.value.faults);
  const { items: faults } = useItems<Fault>('/faults', [changes.value, counts]);
  const clear = (): void => void change(ask('DELETE', '/faults'), 'Removed all faults');
  return (
    <div class="page">
      <h2>New fault</h2>
      <FaultForm key={route.value.query.toString()} />
      <div class="bar">
        <h2 class="grow">Faults</h2>
        {faults.length > 0 && <Button onClick={clear}>Remove all</Button>}
      </div>
      {faults.length === 0 ? (
        <Empty title="No faults">
          <p>Calls fail only where they break a rule.</p>
        </Empty>
      ) : (
        <Table
          label="Faults"
          columns={['Operation', 'Effect', 'Which calls', 'Only where', 'Calls since', 'Hit', 'Action']}
        >
          {faults.map(FaultRow)}
        </Table>
      )}
    </div>
  );
}

function FaultRow({ id, operation, effect, hits, when, seen, used }: Fault): VNode {
  const remove = (): void => void change(ask('DELETE', `/faults/${id}`), `Removed the fault of ${operation}`);
  const { times, nth } = hits ?? {};
  const calls = nth === undefined ? (times === undefined ? 'all' : `the next ${times}`) : `number ${nth}`;
  const isUsedUp = times === undefined ? nth !== undefined && seen >= nth : used >= times;
  const conditions = Object.entries(when?.parameters ?? {}).map(([name, value]) => `${name} is ${String(value)}`);
  if (when?.caller !== undefined) conditions.push(`caller ${when.caller}`);
  return (
    <tr key={id}>
      <td class="mono">{operation}</td>
      <td>{describeEffect(effect)}</td>
      <td>
        {calls} {isUsedUp && <span class="badge">used up</span>}
      </td>
      <td>{conditions.join(', ')}</td>
      <td>{seen}</td>
      <td>{used}</td>
      <td>
        <Button onClick={remove} label={`Remove fault ${id}`}>
          Remove
        </Button>
      </td>
    </tr>
  );
}

function describeEffect({ kind, ...more }: JsonObject): string {
  const { status, reason, message, min, max, bytes, done } = more;
  const text = (value: Json | undefined): string => (value === undefined ? '' : ` ${String(value)}`);
  if (kind === 'fail')
    return `fails with${text(status)}${text(reason)}${message === undefined ? '' : `:${text(message)}`}`;
  if (kind === 'reply') return `responds with${text(status)} and a body of your own`;
  if (kind === 'delay') return min === max ? `waits${text(min)} ms` : `waits${text(min)} to${text(max)} ms`;
  if (kind === 'stall') return 'never responds';
  if (kind === 'disconnect') return `breaks the connection${done === true ? ' after the call was carried out' : ''}`;
  if (kind === 'cut') return `breaks off after${text(bytes)} bytes`;
  return [kind, ...Object.entries(more).map(([name, value]) => `${name} ${JSON.stringify(value)}`)].join(', ');
}
