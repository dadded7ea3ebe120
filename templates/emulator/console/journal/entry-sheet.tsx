import type { Json } from '@speccast/runtime';
import type { ComponentChildren, VNode } from 'preact';
import { go, openPart, writeRoute } from '../app/route.js';
import { change, say, sayError } from '../app/toasts.js';
import { Button, CopyButton } from '../parts/controls.js';
import { DiffView } from '../parts/diff-view.js';
import { bytesText, counted, durationText, isoOf, valueAt } from '../parts/format.js';
import { Icon } from '../parts/icon.js';
import { JsonView } from '../parts/json-view.js';
import { useLoaded } from '../parts/use-loaded.js';
import { ask, get } from '../server/ask.js';
import { callerNames, operations } from '../server/service.js';
import { asClientCode, asCurl, asTest } from './copy-as.js';
import { resend, whyNotResend } from './resend.js';
import type { RowChange, WholeEntry } from './whole-entry.js';

/** One request with its response, what it changed, and what can be done with it. */
export function EntrySheet({ number }: { readonly number: string }): VNode {
  const { data, error } = useLoaded(() => get<WholeEntry>(`/journal/${encodeURIComponent(number)}`), [number]);
  return (
    <section class="sheet" aria-label={`Entry ${number}`} tabIndex={0}>
      <header>
        <h2 class="cut">{data === undefined ? `Entry ${number}` : `${data.method} ${new URL(data.url).pathname}`}</h2>
        <Button kind="plain" label="Close" onClick={() => openPart()}>
          <Icon name="close" />
        </Button>
        {data !== undefined && <Actions entry={data} />}
      </header>
      <div class="body">
        {error !== undefined && <p class="note warn">{error.message}</p>}
        {data !== undefined && <NoResend entry={data} />}
        {data !== undefined && <Entry entry={data} />}
      </div>
    </section>
  );
}

function Actions({ entry }: { readonly entry: WholeEntry }): VNode {
  const operation = operations.value.find(({ id }) => id === entry.operation);
  const why = whyNotResend(entry);
  const again = async (): Promise<void> => {
    try {
      say(`Sent again: ${await resend(entry)}`);
    } catch (error) {
      sayError(error);
    }
  };
  const back = (): void =>
    void change(
      ask('POST', '/restore', { id: `e${entry.number}` }),
      `State and time are those after entry ${entry.number}.`,
    );
  return (
    <div class="bar">
      <Button
        kind="main"
        onClick={() => void again()}
        isDisabled={why !== undefined}
        {...(why !== undefined && { title: why })}
      >
        Resend
      </Button>
      {operation !== undefined && (
        <Button onClick={() => go('operations', [operation.id], { entry: String(entry.number) })}>Edit and send</Button>
      )}
      <Button onClick={() => makeFault(entry)} title="Let calls like this one fail in the same way">
        Make this a fault
      </Button>
      <Button onClick={back} title="Go back to the state just after this request; can be undone">
        Travel here
      </Button>
      <CopyButton text={() => asCurl(entry, location.origin)}>Copy as curl</CopyButton>
      {operation !== undefined && (
        <CopyButton text={() => asClientCode(entry, operation) ?? ''}>Copy as client code</CopyButton>
      )}
      <CopyButton text={() => asTest(entry, { baseUrl: location.href, operation })}>Copy as test</CopyButton>
    </div>
  );
}

/** What the button without use would say only to those who find its hint. */
function NoResend({ entry }: { readonly entry: WholeEntry }): VNode | null {
  const why = whyNotResend(entry);
  return why === undefined ? null : <p class="dim">It cannot be sent again. {why}</p>;
}

function makeFault(entry: WholeEntry): void {
  const { operation, status, params } = entry;
  const [name, value] = Object.entries(params ?? {}).find(([key]) => /^id$|Id$/.test(key)) ?? [];
  const when = typeof value === 'string' && name !== undefined ? { parameter: name, value } : {};
  go('faults', [], { operation: operation ?? '*', ...effectOf(entry), ...(status >= 400 ? {} : when) });
}

/** Longest body that an address takes along. */
const longestBody = 4000;

/** What becomes of a call like this one: a failure that the operation documents, else the same response. */
function effectOf({ operation, status, reason = '', responseBody }: WholeEntry): Record<string, string> {
  if (status === 0) return { effect: 'disconnect' };
  if (status < 400) return { effect: 'fail' };
  const known = operations.value.find(({ id }) => id === operation)?.reasons[status] ?? [];
  if (known.includes(reason)) return { effect: 'fail', status: String(status), reason };
  const body = JSON.stringify(responseBody) ?? '';
  return { effect: 'reply', status: String(status), ...(body.length <= longestBody && { body }) };
}

function Entry({ entry }: { readonly entry: WholeEntry }): VNode {
  const {
    params = {},
    sampled,
    requestHeaders,
    responseHeaders,
    body,
    responseBody,
    media,
    responseMedia,
    url,
  } = entry;
  return (
    <>
      <Facts entry={entry} />
      {sampled === true && <p class="note warn">The response is a sample of its schema: nothing was stored.</p>}
      <Explanation body={responseBody} />
      <Changes number={entry.number} />
      <Message title="Response" headers={responseHeaders} body={responseBody} media={responseMedia} />
      {Object.keys(params).length > 0 && (
        <section class="stack">
          <h3>Parameters</h3>
          <JsonView value={params} label="Parameters" />
        </section>
      )}
      <Message title="Request" headers={requestHeaders} body={body} media={media} address={url} />
    </>
  );
}

function Facts({ entry }: { readonly entry: WholeEntry }): VNode {
  const { status, reason, operation, caller, cost, time, durationMs, faults } = entry;
  const lists = {
    Undocumented: entry.undocumented,
    'Without effect': entry.ignored,
    Warnings: entry.warnings,
    Varied: entry.freedoms,
  };
  return (
    <dl class="facts">
      <Fact name="Status">
        <span class={status === 0 || status >= 400 ? 'bad' : 'good'}>
          {status === 0 ? 'The connection broke' : status}
        </span>{' '}
        {reason}
      </Fact>
      {operation !== undefined && (
        <Fact name="Operation">
          <a href={writeRoute('operations', [operation])}>{operation}</a>
        </Fact>
      )}
      {caller !== undefined && <Fact name="Caller">{callerNames.value.get(caller) ?? caller}</Fact>}
      <Fact name="Time">{isoOf(time)}</Fact>
      {durationMs !== undefined && <Fact name="Took">{durationText(durationMs)}</Fact>}
      {cost !== undefined && <Fact name="Cost">{counted(cost, 'unit')}</Fact>}
      {faults !== undefined && (
        <Fact name="Faults">
          <a href={writeRoute('faults')}>{faults.join(', ')}</a>
        </Fact>
      )}
      {Object.entries(lists).map(
        ([name, values]) =>
          values !== undefined && (
            <Fact key={name} name={name}>
              {values.join(', ')}
            </Fact>
          ),
      )}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }): VNode {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

const told = {
  rule: 'Rule',
  source: 'Stated in',
  got: 'Received',
  want: 'Expected',
  fix: 'How to fix it',
} as const;

function Explanation({ body }: { readonly body: Json | undefined }): VNode | null {
  const message = valueAt(body, 'error.message') ?? valueAt(body, 'detail') ?? valueAt(body, 'title');
  const details = valueAt(body, 'error.details');
  const [first] = Array.isArray(details) ? details : [];
  if (typeof message !== 'string' || body === undefined) return null;
  const facts = Object.entries(told).flatMap(([name, text]) => {
    const value = valueAt(first, name);
    return value === undefined ? [] : [[text, typeof value === 'string' ? value : JSON.stringify(value)] as const];
  });
  return (
    <div class="note bad stack">
      <p class="bad">{message}</p>
      {facts.length > 0 && (
        <dl class="facts">
          {facts.map(([name, value]) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
        </dl>
      )}
    </div>
  );
}

function Changes({ number }: { readonly number: number }): VNode | null {
  const { data, error } = useLoaded(
    () => get<{ readonly items: readonly RowChange[]; readonly total: number }>(`/journal/${number}/changes`),
    [number],
  );
  if (error !== undefined) return <p class="dim">{error.message}</p>;
  if (data === undefined || data.total === 0) return null;
  return (
    <section class="stack">
      <h3>State before and after</h3>
      {data.items.map(({ table, key, before, after }) => (
        <div key={`${table} ${key}`} class="stack">
          <p>
            <span class={`badge ${before === undefined ? 'good' : after === undefined ? 'bad' : 'accent'}`}>
              {before === undefined ? 'created' : after === undefined ? 'deleted' : 'changed'}
            </span>{' '}
            <a href={writeRoute('state', [table, key])}>
              {table} {key}
            </a>
          </p>
          <DiffView before={before} after={after} />
        </div>
      ))}
      {data.total > data.items.length && <p class="dim">and {data.total - data.items.length} more rows</p>}
    </section>
  );
}

interface MessageProps {
  readonly title: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json | undefined;
  readonly media: WholeEntry['media'];
  readonly address?: string;
}

function Message({ title, headers, body, media, address }: MessageProps): VNode {
  return (
    <section class="stack">
      <h3>{title}</h3>
      {address !== undefined && <p class="mono address">{address}</p>}
      {body !== undefined && <JsonView value={body} label={`Body of the ${title.toLowerCase()}`} />}
      {media !== undefined && (
        <p>
          A file: {media.mediaType}, {bytesText(media.bytes)}
        </p>
      )}
      <details class="group">
        <summary>Headers ({Object.keys(headers).length})</summary>
        <dl class="facts mono">
          {Object.entries(headers).map(([name, value]) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
        </dl>
      </details>
    </section>
  );
}
