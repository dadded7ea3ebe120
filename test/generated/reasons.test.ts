import { readFileSync } from 'node:fs';
import * as ads from '@speccast/ad-reporting/mocks';
import { document } from '@speccast/video-platform/spec';
import * as video from '@speccast/video-platform/mocks';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { at, call, textAt, type FetchedResponse, type RequestOptions } from './behaviours/call.js';
import { writeRelated } from './behaviours/platform.js';

/** A request in `specs/<service>/reasons.yaml`. */
interface ReasonRequest extends Pick<RequestOptions, 'query' | 'headers' | 'type'> {
  readonly call: string;
  readonly as?: keyof typeof senders | 'robot';
  readonly part?: string;
  readonly body?: object;
  /** Content of a file, or its number of bytes. */
  readonly media?: string | number;
  /** Default: path and method of the operation. */
  readonly path?: string;
  readonly method?: string;
  readonly profile?: 'documented';
  /** Number of times that the request is sent; the last response is used. */
  readonly repeat?: number;
  /** Values of the response, by dotted paths, that later requests use as `${name}`. */
  readonly keep?: Readonly<Record<string, string>>;
}

interface Reasons {
  readonly given?: readonly ReasonRequest[];
  readonly operations: Readonly<Record<string, Readonly<Record<string, Omit<ReasonRequest, 'call'> | null>>>>;
}

const senders = {
  first: { token: 'first-user' },
  second: { token: 'second-user' },
  narrow: { token: 'narrow' },
  stranger: { token: 'stranger' },
  key: { key: 'k' },
  invalid: { key: 'invalid' },
  nobody: {},
} satisfies Readonly<Record<string, RequestOptions>>;

const credentials = { tokens: { 'first-user': {}, 'second-user': {}, narrow: { scopes: ['other'] } } };

type Emulator = video.VideoPlatformEmulator | ads.AdReportingEmulator;

/** Sends a request, in which `${name}` is replaced by a kept value, and `"x*151"` by a text of 151 characters. */
async function send(
  emulator: Emulator,
  kept: ReadonlyMap<string, string>,
  request: ReasonRequest,
): Promise<FetchedResponse> {
  const text = JSON.stringify(request)
    .replace(/\$\{(\w+)\}/g, (_all, name: string) => kept.get(name) ?? name)
    .replace(/"([^"*]+)\*(\d+)"/g, (_all, part: string, count: string) => `"${part.repeat(Number(count))}"`);
  const {
    as = 'first',
    part,
    query,
    body,
    media,
    type = 'application/octet-stream',
    ...rest
  }: ReasonRequest = JSON.parse(text);
  const found = emulator.operations.find(({ id }) => id === rest.call);
  const { method = '', path = '' } = { ...found, ...rest };
  const parameters = JSON.stringify(
    at(document, `paths.${found?.path}.${found?.method.toLowerCase()}.parameters`) ?? [],
  );
  const parts =
    part ??
    (Object.keys(body ?? {})
      .filter((name) => name !== 'id')
      .join() ||
      'snippet');
  const bytes = typeof media === 'number' ? new Uint8Array(media) : media;
  return call(emulator, method, path, {
    // The token of a service account.
    ...(as === 'robot' ? { token: emulator.tokens.issue({ user: as, clientId: as }).accessToken } : senders[as]),
    query: { ...(parameters.includes('"name":"part"') && { part: parts }), ...query },
    ...(body && (bytes === undefined ? { json: body } : writeRelated(body, bytes, type))),
    ...(bytes !== undefined && body === undefined && { bytes, type }),
    ...(rest.headers && { headers: rest.headers }),
  });
}

/** Reads the reasons `400 invalidTitle` in `api.md`, by operation, without those of faults only. `every` has the reasons of every call. */
function readPage(service: string): Readonly<Record<string, readonly string[]>> {
  const sections = readFileSync(`generated/${service}/api.md`, 'utf8').split(/^#{2,4} /m);
  const entries = sections.flatMap((section): readonly (readonly [string, readonly string[]])[] => {
    const [, id = 'every'] = /^`client\.([\w.]+)\(/.exec(section) ?? [];
    if (id === 'every' && !section.startsWith('Errors of every call')) return [];
    const lines = id === 'every' ? section.split('\n') : (/^- Errors: (.*)\.$/m.exec(section)?.[1]?.split('; ') ?? []);
    const reasons = lines.flatMap((line) => {
      const [, status = '', list = ''] = /^(?:\| `)?(\d{3})(?:` \|)? (?!only)([^;]*)/.exec(line) ?? [];
      return Array.from(list.matchAll(/`(\w+)`/g), ([, reason]) => `${status} ${reason}`);
    });
    return reasons.length === 0 ? [] : [[id, reasons.toSorted()]];
  });
  return Object.fromEntries(entries);
}

const services = [
  ['video-platform', video.createEmulator],
  ['ad-reporting', ads.createEmulator],
] as const;

for (const [service, create] of services) {
  test(`${service}: the requests of reasons.yaml cause the reasons that api.md lists, without those of faults only`, async () => {
    const { given = [], operations }: Reasons = parse(readFileSync(`specs/${service}/reasons.yaml`, 'utf8'), {
      merge: true,
    });
    let time = Date.UTC(2026, 0, 1);
    const emulator = create({ profile: 'vendor', credentials, now: () => time });
    const kept = new Map<string, string>();
    const sendRow = async (row: ReasonRequest): Promise<FetchedResponse> => {
      const target = row.profile === undefined ? emulator : create({ profile: row.profile });
      // A new day for each request, so that none exceeds the daily quota.
      time += 86_400_000;
      for (let count = 1; count < (row.repeat ?? 1); count += 1) await send(target, kept, row);
      const response = await send(target, kept, row);
      for (const [name, path] of Object.entries(row.keep ?? {})) kept.set(name, textAt(response.json, path));
      return response;
    };
    for (const row of given) expect((await sendRow(row)).text).not.toContain('"error"');
    const met: Record<string, readonly string[]> = {};
    for (const [id, { common, ...rows }] of Object.entries(operations)) {
      const errors: string[] = [];
      for (const row of Object.values(rows)) {
        if (row === null) continue;
        const body = { ...common?.body, ...row.body };
        const { status, json } = await sendRow({ call: id, ...row, ...((row.body ?? common?.body) && { body }) });
        errors.push(`${status} ${textAt(json, 'error.errors.0.reason') || textAt(json, 'error.status')}`);
      }
      met[id] = errors.toSorted();
    }
    expect(met).toEqual(readPage(service));
  });
}
