import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { clock, entries, writeRoute } from '../server/index.js';
import { Button, change, Empty, Form, formatTime, TextField, useItems } from '../parts/index.js';

interface Step {
  readonly id: string;
  readonly entry?: number;
  readonly time: number;
}

const leaps = [
  ['1 minute', 60_000],
  ['1 hour', 3_600_000],
  ['1 day', 86_400_000],
  ['30 days', 2_592_000_000],
] as const;

/** The clock, and the snapshots that the world can be restored to. */
export function TimeView(): VNode {
  const time = clock.value;
  const [typed, type] = useState<string>();
  const text = typed ?? (time === undefined ? '' : new Date(time).toISOString());
  const set = (body: object, done: string) => change('POST /clock', done, body);
  return (
    <div class="page">
      <h2>Clock of the emulator</h2>
      <div class="card">
        <p class="mono">{time === undefined ? '' : `${formatTime(time)} UTC`}</p>
        <div class="bar">
          {leaps.map(([name, advance]) => (
            <Button key={name} onClick={() => set({ advance }, `Moved the time by ${name}`)}>
              + {name}
            </Button>
          ))}
          <Button onClick={() => set({ reset: true }, 'Reset the time')}>Back to the usual time</Button>
        </div>
        <Form class="stack" action="Set" onSubmit={() => set({ set: text }, `Set the time to ${text}`)}>
          <TextField
            name="Set the time"
            about="Such as 2030-01-01T00:00:00Z"
            value={text}
            onChange={type}
            class="input mono"
          />
        </Form>
      </div>
      <Moments />
    </div>
  );
}

function Moments() {
  const [near, setNear] = useState<number>();
  const steps = useItems<Step>('/snapshot') ?? [];
  const at = Math.min(near ?? steps.length - 1, steps.length - 1);
  const nearest = steps.slice(Math.max(0, at - 59), at + 1).toReversed();
  return (
    <>
      <div class="bar">
        <h2 class="grow">Travel in time</h2>
        <Button onClick={() => change('POST /snapshot', 'Kept this moment', {})}>Keep this moment</Button>
      </div>
      {steps.length === 0 ? (
        <Empty title="No moments yet" about="One is kept after each request, and you can keep others." />
      ) : (
        <div class="card">
          <input
            type="range"
            aria-label="Moment"
            min={0}
            max={steps.length - 1}
            value={at}
            onInput={({ currentTarget }) => setNear(Number(currentTarget.value))}
          />
          <ul class="stack">{nearest.map(Moment)}</ul>
        </div>
      )}
    </>
  );
}

function Moment({ id, entry, time }: Step) {
  const found = entries.value.find(({ number }) => number === entry);
  const name = entry === undefined ? `Kept ${id}` : `After entry ${entry}`;
  const back = () => change('POST /restore', `State and time are those of: ${name}`, { id });
  return (
    <li key={id} class="bar">
      <Button onClick={back} label={`Go back to: ${name}`}>
        Go back
      </Button>
      <span class="grow cut">
        {entry === undefined ? name : <a href={writeRoute('journal', [String(entry)])}>{name}</a>}{' '}
        {found !== undefined && <span class="mono">{`${found.method} ${found.path}`}</span>}
      </span>
      <span class="mono dim">{formatTime(time)}</span>
    </li>
  );
}
