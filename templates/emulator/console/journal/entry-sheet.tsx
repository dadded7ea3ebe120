import type { Json } from '@speccast/runtime';
import type { VNode } from 'preact';
import {
  createBody,
  go,
  type Items,
  loadFile,
  openPart,
  operations,
  ownHeaders,
  send,
  type TableChange,
  type WholeEntry,
  writeRoute,
} from '../server/index.js';
import {
  Button,
  change,
  CopyButton,
  counted,
  DiffView,
  Facts,
  formatBytes,
  formatDuration,
  formatTime,
  Headers,
  JsonView,
  say,
  sayError,
  Sheet,
  useCallers,
  useLoaded,
  valueAt,
} from '../parts/index.js';
import { asClientCode, asCurl, asTest } from './copy-as.js';

/** One request with its response, its changes of the state, and actions on it. */
export function EntrySheet({ number }: { readonly number: string }): VNode {
  const { data: entry, error } = useLoaded<WholeEntry>(`/journal/${encodeURIComponent(number)}`);
  const why = entry && whyNotResend(entry);
  return (
    <Sheet
      label={`Entry ${number}`}
      title={entry ? `${entry.method} ${new URL(entry.url).pathname}` : `Entry ${number}`}
      onClose={() => openPart()}
      actions={entry && renderActions(entry, why)}
    >
      {error && <p class="note warn">{error.message}</p>}
      {why !== undefined && <p class="dim">It cannot be sent again. {why}</p>}
      {entry && (
        <>
          <EntryFacts {...entry} />
          {entry.sampled && <p class="note warn">The response is a sample of its schema: nothing was stored.</p>}
          {entry.status >= 400 && renderExplanation(entry.responseBody)}
          <Changes number={entry.number} />
          {renderMessage('Response', {
            headers: entry.responseHeaders,
            body: entry.responseBody,
            media: entry.responseMedia,
          })}
          {Object.keys(entry.params ?? {}).length > 0 && (
            <section class="stack">
              <h3>Parameters</h3>
              <JsonView value={entry.params} label="Parameters" />
            </section>
          )}
          {renderMessage('Request', { headers: entry.requestHeaders, ...entry }, entry.url)}
        </>
      )}
    </Sheet>
  );
}

function renderActions(entry: WholeEntry, why: string | undefined) {
  const { number, status, params = {} } = entry;
  const operation = operations.value.find(({ id }) => id === entry.operation);
  const again = () => resend(entry).then((sent) => say(`Sent again: ${sent}`), sayError);
  const back = () => change('POST /restore', `State and time are those after entry ${number}.`, { id: `e${number}` });
  // A call that went well fails for the same id.
  const [parameter, value] = Object.entries(params).find(([name]) => /^id$|Id$/.test(name)) ?? [];
  const when = status < 400 && parameter !== undefined && typeof value === 'string' && { parameter, value };
  const makeFault = () => go('faults', [], { operation: entry.operation ?? '*', ...describeEffect(entry), ...when });
  return (
    <div class="bar">
      <Button kind="main" onClick={again} disabled={why !== undefined} title={why}>
        Resend
      </Button>
      {operation && (
        <Button onClick={() => go('operations', [operation.id], { entry: String(number) })}>Edit and send</Button>
      )}
      <Button onClick={makeFault} title="Add a fault: calls like this one fail in the same way">
        Make this a fault
      </Button>
      <Button onClick={back} title="Go back to the state just after this request; can be undone">
        Travel here
      </Button>
      <CopyButton text={() => asCurl(entry, location.origin)}>Copy as curl</CopyButton>
      {operation && <CopyButton text={() => asClientCode(entry, operation)}>Copy as client code</CopyButton>}
      <CopyButton text={() => asTest(entry, { baseUrl: location.href, operation })}>Copy as test</CopyButton>
    </div>
  );
}

/** Describes the effect that repeats a response: a failure that the operation documents, else the same response. */
function describeEffect({ operation, status, reason = '', responseBody }: WholeEntry): Record<string, string> {
  if (status === 0) return { effect: 'disconnect' };
  if (status < 400) return { effect: 'fail' };
  const known = operations.value.find(({ id }) => id === operation)?.reasons[status];
  if (known?.includes(reason)) return { effect: 'fail', status: String(status), reason };
  // A longer body would not fit into an address.
  const body = JSON.stringify(responseBody) ?? '';
  return { effect: 'reply', status: String(status), ...(body.length <= 4000 && { body }) };
}

function EntryFacts(entry: WholeEntry) {
  const { status, reason, operation, caller, cost, time, durationMs, faults } = entry;
  const callers = useCallers();
  const statusText = (
    <>
      <span class={status === 0 || status >= 400 ? 'bad' : 'good'}>
        {status === 0 ? 'The connection broke' : status}
      </span>{' '}
      {reason}
    </>
  );
  return (
    <Facts
      facts={[
        ['Status', statusText],
        ['Operation', operation && <a href={writeRoute('operations', [operation])}>{operation}</a>],
        ['Caller', caller && (callers.get(caller) ?? caller)],
        ['Time', formatTime(time)],
        ['Took', durationMs === undefined ? undefined : formatDuration(durationMs)],
        ['Cost', cost === undefined ? undefined : counted(cost, 'unit')],
        ['Faults', faults && <a href={writeRoute('faults')}>{faults.join(', ')}</a>],
        ['Undocumented', entry.undocumented?.join(', ')],
        ['Without effect', entry.ignored?.join(', ')],
        ['Warnings', entry.warnings?.join(', ')],
        ['Varied', entry.freedoms?.join(', ')],
      ]}
    />
  );
}

/** Names for people of the members of an explanation. */
const explained = { rule: 'Rule', source: 'Stated in', got: 'Received', want: 'Expected', fix: 'How to fix it' };

function renderExplanation(body: Json | undefined) {
  const message = [['error', 'message'], ['detail'], ['title']]
    .map((path) => valueAt(body, path))
    .find((one) => one !== undefined);
  if (typeof message !== 'string') return null;
  const facts = Object.entries(explained).map(([name, text]) => {
    const value = valueAt(body, ['error', 'details', '0', name]);
    return [text, typeof value === 'string' ? value : JSON.stringify(value)] as const;
  });
  return (
    <div class="note bad stack">
      <p class="bad">{message}</p>
      <Facts facts={facts} />
    </div>
  );
}

function Changes({ number }: { readonly number: number }) {
  const { data, error } = useLoaded<Items<TableChange> & { readonly total: number }>(`/journal/${number}/changes`);
  if (error) return <p class="dim">{error.message}</p>;
  if (!data?.total) return null;
  return (
    <section class="stack">
      <h3>State before and after</h3>
      {data.items.map(({ table, key, before, after }) => {
        const [word, look] = before ? (after ? ['changed', 'accent'] : ['deleted', 'bad']) : ['created', 'good'];
        return (
          <div key={`${table} ${key}`} class="stack">
            <p>
              <span class={`badge ${look}`}>{word}</span>{' '}
              <a href={writeRoute('state', [table, key])}>
                {table} {key}
              </a>
            </p>
            <DiffView before={before} after={after} />
          </div>
        );
      })}
      {data.total > data.items.length && <p class="dim">and {data.total - data.items.length} more rows</p>}
    </section>
  );
}

function renderMessage(
  title: string,
  {
    headers,
    body,
    media,
  }: {
    readonly headers: WholeEntry['requestHeaders'];
    readonly body?: Json | undefined;
    readonly media?: WholeEntry['media'];
  },
  address?: string,
) {
  return (
    <section class="stack">
      <h3>{title}</h3>
      {address && <p class="mono address">{address}</p>}
      {body !== undefined && <JsonView value={body} label={`Body of the ${title.toLowerCase()}`} />}
      {media && (
        <p>
          A file: {media.mediaType}, {formatBytes(media.bytes)}
        </p>
      )}
      <Headers headers={Object.entries(headers)} />
    </section>
  );
}

/** Explains why an entry cannot be sent again; undefined if it can. */
function whyNotResend({ media, file, method, url, body, requestHeaders }: WholeEntry) {
  if (!/^[A-Z]+$/.test(method)) return 'A browser cannot send this method.';
  if (/[?&]upload_?id=redacted/i.test(url))
    return 'This is a part of a resumable upload, whose URL is secret: repeat the upload from its start.';
  if (media && file === undefined)
    return 'The emulator no longer has this file: it keeps files up to 1 MiB, the newest up to 16 MiB in all.';
  const { 'content-type': type = 'application/json', 'content-length': length = '0' } = requestHeaders;
  if (/^multipart\/form-data/i.test(type)) return 'The journal does not have the parts of this form.';
  const isKnown = /json/i.test(type) || (type.startsWith('application/x-www-form-urlencoded') && body !== undefined);
  if (media || isKnown || (body === undefined && length === '0')) return undefined;
  return `The journal does not have the body as ${type}.`;
}

/** Sends the request of an entry again, as the same caller. Resolves to the status. */
async function resend({ method, url, requestHeaders, caller, body, file }: WholeEntry) {
  const { pathname, search } = new URL(url);
  const names = ['accept', 'content-type', 'if-match', 'if-none-match', 'x-upload-content-type'];
  const kept = Object.entries(requestHeaders).filter(([name]) => names.includes(name));
  const blob = file === undefined ? undefined : await loadFile(file);
  const sent = /^(?:GET|HEAD)$/.test(method)
    ? undefined
    : createBody(body, blob, [requestHeaders['content-type'] ?? '']);
  const response = await send(pathname + search.replaceAll('=redacted', '=console'), {
    method,
    headers: {
      ...ownHeaders(),
      ...Object.fromEntries(kept),
      ...(caller !== undefined && { 'x-mock-caller': caller }),
      ...(sent && { 'content-type': sent.type }),
    },
    ...(sent && { body: sent.content }),
  });
  await response.text();
  return response.status;
}
