import type { VNode } from 'preact';
import {
  changes,
  type Coverage,
  type Covered,
  entries,
  openPart,
  type OperationCoverage,
  route,
  writeRoute,
} from '../server/index.js';
import { Button, change, counted, Empty, Sheet, useLoaded } from '../parts/index.js';

const kinds = [
  ['statuses', 'Statuses'],
  ['rules', 'Error rules'],
  ['enums', 'Enum values'],
  ['parameters', 'Parameters'],
] as const;

/** The coverage of the contract, as a map of its operations. */
export function CoverageView(): VNode {
  // The coverage of a large service is long, so it is not loaded again after each request.
  const turn = Math.floor((entries.value.at(-1)?.number ?? 0) / 5);
  const { data } = useLoaded<Coverage>('/coverage', changes.value, turn);
  if (!data) return <Empty title="Loading…" />;
  const toGroup = ({ operation }: OperationCoverage) => operation.replace(/\.?[^.]*$/, '') || 'operations';
  const [open] = route.value.parts;
  const chosen = data.byOperation.find(({ operation }) => operation === open);
  return (
    <div class="split">
      <div class="page scrolls">
        <div class="bar">
          <h2 class="grow">Coverage of the contract, in all worlds</h2>
          <Button onClick={() => change('DELETE /coverage', 'Coverage starts from zero')}>Start from zero</Button>
        </div>
        <div class="cards small">
          {([['operations', 'Operations'], ...kinds] as const).map(([kind, name]) => Share(name, data[kind]))}
        </div>
        <p class="dim bar">
          <span class="badge">not called</span>
          <span class="badge bad">below a third</span>
          <span class="badge warn">below two thirds</span>
          <span class="badge good">more</span>
          of what an operation states was seen; a click tells what is missing.
        </p>
        {[...new Set(data.byOperation.map(toGroup))].map((group) => (
          <section key={group} class="stack">
            <h3>{group}</h3>
            <div class="tiles">
              {data.byOperation.filter((one) => toGroup(one) === group).map((one) => Tile(one, one === chosen))}
            </div>
          </section>
        ))}
      </div>
      {chosen && <Missing {...chosen} />}
    </div>
  );
}

function toPercent({ total, covered }: Pick<Covered, 'total' | 'covered'>) {
  return total === 0 ? 100 : Math.floor((covered * 100) / total);
}

function Share(name: string, part: Covered) {
  return (
    <div key={name} class="card">
      <h3>{name}</h3>
      <progress class="meter" max={100} value={toPercent(part)} aria-label={name} />
      <p>
        {part.covered.toLocaleString('en')} of {part.total.toLocaleString('en')}, {toPercent(part)} %
      </p>
    </div>
  );
}

function Tile(one: OperationCoverage, isOpen: boolean) {
  const sum = (member: 'total' | 'covered') => kinds.reduce((units, [kind]) => units + one[kind][member], 0);
  const [total, covered] = [sum('total'), sum('covered')];
  const percent = toPercent({ total, covered });
  const thirds = total === 0 ? 2 : Math.min(2, Math.floor((covered * 3) / total));
  const isCalled = one.requests > 0;
  return (
    <button
      key={one.operation}
      type="button"
      class={`tile level-${isCalled ? thirds + 1 : 0}`}
      aria-pressed={isOpen}
      title={isCalled ? `${counted(one.requests, 'call')}, ${percent} % of its rules and values` : 'not called'}
      onClick={() => openPart(...(isOpen ? [] : [one.operation]))}
    >
      <span class="cut">{one.operation.split('.').at(-1)}</span>
      <span>{isCalled ? `${percent} %` : '–'}</span>
    </button>
  );
}

function Missing({ operation, requests, ...parts }: OperationCoverage) {
  return (
    <Sheet label={`Coverage of ${operation}`} title={operation} onClose={() => openPart()}>
      <p>
        {counted(requests, 'request')}. <a href={writeRoute('operations', [operation])}>Send one</a>
      </p>
      {kinds.map(([kind, title]) => (
        <section key={kind} class="stack">
          <h3>
            {title}: {parts[kind].covered} of {parts[kind].total}
          </h3>
          <ul class="mono">
            {parts[kind].missing.map((name) => (
              <li key={name}>○ {name}</li>
            ))}
          </ul>
        </section>
      ))}
    </Sheet>
  );
}
