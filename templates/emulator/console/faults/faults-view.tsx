import type { Json, JsonObject } from '@speccast/runtime';
import type { VNode } from 'preact';
import { route } from '../app/route.js';
import { change } from '../app/toasts.js';
import { Button, Empty } from '../parts/controls.js';
import { useLoaded } from '../parts/use-loaded.js';
import { ask, get } from '../server/ask.js';
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
  const { data } = useLoaded(() => get<{ readonly items: readonly Fault[] }>('/faults'), [changes.value, counts]);
  const faults = data?.items ?? [];
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
        <div class="scroll" tabIndex={0} role="region" aria-label="Faults">
          <table class="plain">
            <thead>
              <tr>
                {['Operation', 'Effect', 'Which calls', 'Only where', 'Calls since', 'Hit', 'Action'].map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{faults.map(FaultRow)}</tbody>
          </table>
        </div>
      )}
    </div>
  );
}

function FaultRow({ id, operation, effect, hits, when, seen, used }: Fault): VNode {
  const remove = (): void => void change(ask('DELETE', `/faults/${id}`), `Removed the fault of ${operation}`);
  const isUsedUp = hits?.times === undefined ? hits?.nth !== undefined && seen >= hits.nth : used >= hits.times;
  return (
    <tr key={id}>
      <td class="mono">{operation}</td>
      <td>{describeEffect(effect)}</td>
      <td>
        {hits?.nth === undefined
          ? hits?.times === undefined
            ? 'all'
            : `the next ${hits.times}`
          : `number ${hits.nth}`}{' '}
        {isUsedUp && <span class="badge">used up</span>}
      </td>
      <td>{when === undefined ? '' : describeCondition(when)}</td>
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

function describeCondition({ parameters = {}, caller }: NonNullable<Fault['when']>): string {
  const parts = Object.entries(parameters).map(([name, value]) => `${name} is ${String(value)}`);
  return [...parts, ...(caller === undefined ? [] : [`caller ${caller}`])].join(', ');
}
