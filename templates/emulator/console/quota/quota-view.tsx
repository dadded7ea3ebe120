import type { VNode } from 'preact';
import { Button, change, counted, Empty, formatTime, Table, useLoaded } from '../parts/index.js';
import { changes, entries, operations, type QuotaUse } from '../server/index.js';

/** The cost of the calls at the real service: in all, over time, and by operation. */
export function QuotaView(): VNode {
  const { data } = useLoaded<QuotaUse>('/quota', changes.value, entries.value);
  if (!data) return <Empty title="Loading…" />;
  const used = Object.entries(data.operations).toSorted(([, one], [, other]) => other.units - one.units);
  return (
    <div class="page">
      <div class="bar">
        <h2 class="grow">
          {counted(data.calls, 'call')}, {counted(data.units, 'unit')}
        </h2>
        <Button onClick={() => change('DELETE /quota', 'The count starts from zero')}>Start from zero</Button>
      </div>
      <div class="cards">{Object.entries(data.buckets).map(([name, bucket]) => renderBucket(name, bucket))}</div>
      <h2>Over time</h2>
      {renderChart()}
      <h2>By operation</h2>
      {used.length === 0 ? (
        <Empty title="Nothing was called yet" />
      ) : (
        <Table
          label="By operation"
          columns={['Operation', 'Calls', 'Units']}
          rows={used.map(([id, { calls, units }]) => [<code>{id}</code>, calls, units])}
        />
      )}
    </div>
  );
}

function renderBucket(name: string, { units, limits }: QuotaUse['buckets'][string]) {
  return (
    <div key={name} class="card">
      <h3>{name}</h3>
      <p>{counted(units, 'unit')}</p>
      {limits.map(({ limit, per }) => (
        <div key={per}>
          <progress class="meter" max={limit} value={Math.min(units, limit)} aria-label={`${name}, per ${per}`} />
          <p class={units > limit ? 'bad' : 'dim'}>
            {Math.round((units / limit) * 1000) / 10} % of {limit.toLocaleString('en')} per {per}
          </p>
        </div>
      ))}
    </div>
  );
}

function renderChart() {
  const lines = sumSpending();
  const all = lines.flatMap(({ points }) => points);
  if (all.length === 0)
    return (
      <Empty
        title="No call has cost anything yet"
        about="Operations that have a cost in the spec of the service are counted here."
      />
    );
  const most = Math.max(...all.map(({ units }) => units));
  const times = all.map(({ time }) => time);
  const [from, to] = [Math.min(...times), Math.max(...times)];
  return (
    <figure class="card">
      <svg
        class="chart"
        viewBox={`0 ${-most} ${to - from || 1} ${most}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Units over time, ${most} at the end`}
      >
        {lines.map(({ bucket, points }, index) => (
          <path
            key={bucket}
            class={`line line-${index % 4}`}
            d={`M0 0${points.map(({ time, units }) => `H${time - from}V${-units}`).join('')}H${to - from || 1}`}
          />
        ))}
      </svg>
      <figcaption class="bar dim">
        <span>{formatTime(from)}</span>
        <span class="grow">
          {lines.map(({ bucket, points }, index) => (
            <span key={bucket}>
              <b class={`key-${index % 4}`}>■</b> {bucket} ({points.at(-1)?.units}){' '}
            </span>
          ))}
        </span>
        <span>{formatTime(to)}</span>
      </figcaption>
    </figure>
  );
}

/** Sums up the units that each bucket had spent, over time: `[{ bucket: 'default', points: [{ time, units: 100 }] }]`. */
function sumSpending() {
  const buckets = new Map(operations.value.map(({ id, bucket }) => [id, bucket]));
  const lines = new Map<string, { readonly time: number; readonly units: number }[]>();
  for (const { time, cost = 0, operation = '' } of entries.value) {
    if (cost === 0) continue;
    const bucket = buckets.get(operation) ?? 'default';
    const line = lines.get(bucket) ?? [];
    lines.set(bucket, line);
    line.push({ time, units: (line.at(-1)?.units ?? 0) + cost });
  }
  return Array.from(lines, ([bucket, line]) => {
    // More than 400 points would not be visible on the screen.
    const step = Math.ceil(line.length / 400);
    const points = line.filter((_point, index) => index % step === 0 || index === line.length - 1);
    return { bucket, points };
  });
}
