import type { DocumentedResponse, EmulatorOptions, FaultRule, OperationControl } from '@speccast/emulator';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { readYaml } from '../../../rows.js';
import { annexPlan } from '../../shelf/open-annex.js';
import { importPlan } from '../../shelf/import-emulator.js';
import { openShelf } from '../../shelf/open-shelf.js';
import { runRows } from '../../shelf/run-rows.js';

const ann = { token: 'ann' };
const list = '/books?id=a&key=k';

interface BookControls {
  readonly books: Readonly<Record<'list' | 'insert' | 'get', OperationControl>>;
}

function open(options: EmulatorOptions = {}) {
  const { emulator, call } = openShelf(options, annexPlan);
  // `on` is typed for any service; its members are created from the plan.
  const { books } = emulator.on as unknown as BookControls;
  const statuses = async (count: number): Promise<readonly number[]> => {
    const found: number[] = [];
    for (let index = 0; index < count; index += 1) found.push((await call(list)).status);
    return found;
  };
  return { emulator, call, books, statuses };
}

const errorPlan = await importPlan('errors');

runRows(new URL('faults.yaml', import.meta.url), (options) => openShelf(options, annexPlan));
runRows(new URL('declared-errors.yaml', import.meta.url), (options) => openShelf(options, errorPlan));

test('errors have the usual form if the operation declares none', async () => {
  const { emulator, call } = openShelf({}, await importPlan('shop'));
  emulator.faults.add({ operation: 'orders.list', effect: { kind: 'fail', status: 404 } });
  expect(await call('/orders')).toMatchObject({ status: 404, reason: 'notFound', body: { error: { code: 404 } } });
});

describe('a rule hits', () => {
  test.each([
    ['all calls', (one: ReturnType<OperationControl['stall']>) => one, [403, 403, 403]],
    ['the next call', (one: ReturnType<OperationControl['stall']>) => one.once(), [403, 200, 200]],
    ['the next two calls', (one: ReturnType<OperationControl['stall']>) => one.times(2), [403, 403, 200]],
    ['the second call', (one: ReturnType<OperationControl['stall']>) => one.nth(2), [200, 403, 200]],
    ['all calls again', (one: ReturnType<OperationControl['stall']>) => one.once().always(), [403, 403, 403]],
  ])('%s', async (_name, narrow, want) => {
    const { books, statuses } = open();
    const fault = narrow(books.list.fail('quotaExceeded'));
    expect(await statuses(3)).toEqual(want);
    expect(fault.used).toBe(want.filter((status) => status === 403).length);
  });

  test('calls that meet a condition, which can read body, caller and headers without an effect on the call', async () => {
    const { books, call, emulator } = open();
    const seen: unknown[] = [];
    books.insert.fail('quotaExceeded').when(({ body, caller, request }) => {
      seen.push(body, caller?.userId, request.headers.get('x-test'));
      return false;
    });
    const body = { title: 'Tides', shelfId: 'none' };
    const response = await call('/books', { ...ann, method: 'POST', body, headers: { 'x-test': 'yes' } });
    expect(seen).toEqual([body, emulator.as('ann').userId, 'yes']);
    expect(response.reason).toBe('shelfNotFound');
  });

  test('calls that cannot be decoded; their condition gets no parameters, body and caller', async () => {
    const { books, call } = open();
    const seen: unknown[] = [];
    books.insert.fail('quotaExceeded').when(({ params, body, caller }) => {
      seen.push(params, body, caller);
      return false;
    });
    const response = await call('/books', { token: 'invalid', method: 'POST', body: '{' });
    expect([seen, response.reason]).toEqual([[{}, undefined, undefined], 'authError']);
  });
});

test('errors of an operation are typed: any status for errors, documented ones for replies, and no reasons', () => {
  const { emulator } = openShelf({}, errorPlan);
  // `on` is typed for any service; its members are created from the plan.
  const { things } = emulator.on as unknown as {
    readonly things: {
      readonly exact: OperationControl<object, never, DocumentedResponse<200, string> | DocumentedResponse<404, null>>;
    };
  };
  const { exact } = things;
  expect([exact.fail(404).used, exact.fail(429, { message: 'Later.' }).used]).toEqual([0, 0]);
  expect(exact.fail({ status: 500, headers: { 'retry-after': '1' } }).used).toBe(0);
  // @ts-expect-error: a status is a number
  expect(() => exact.fail({ status: '404' })).toThrow(TypeError);
  // @ts-expect-error: there are no reasons
  expect(() => exact.fail('notFound')).toThrow(TypeError);
  // @ts-expect-error: no documented status
  expect(exact.reply({ status: 500, body: null }).used).toBe(0);
});

describe('replies', () => {
  test('can be computed from the call', async () => {
    const { books, call } = open();
    books.list.reply(({ params }) => ({ status: 200, body: { response: String(params['id']) } }));
    expect((await call(list)).body).toEqual({ response: 'a' });
  });

  test('can be bytes', async () => {
    const { call, emulator } = open();
    const body = new Uint8Array([91, 93]);
    emulator.faults.add({ operation: 'books.list', effect: { kind: 'reply', status: 200, body } });
    const { headers, text } = await call(list);
    expect([headers.get('content-type'), text]).toEqual(['application/octet-stream', '[]']);
  });
});

describe('connections', () => {
  const add = { ...ann, method: 'POST', body: { title: 'Tides' } };
  const broken = { name: 'TypeError', message: 'fetch failed', cause: { code: 'ECONNRESET' } };

  test('break before the call is run, or after it, so that only the response is lost', async () => {
    const { books, call, emulator } = open();
    emulator.as('ann');
    const shelfId = emulator.state['shelves']?.list().find(({ id }) => id !== 'old')?.['id'];
    const adding = { ...add, body: { title: 'Tides', shelfId } };
    books.insert.disconnect().once();
    await expect(call('/books', adding)).rejects.toMatchObject(broken);
    expect(emulator.state['books']?.list()).toHaveLength(0);
    books.insert.disconnect({ lose: 'answer' }).once();
    await expect(call('/books', adding)).rejects.toMatchObject(broken);
    expect(emulator.state['books']?.list()).toHaveLength(1);
    expect(emulator.journal.map(({ status, faults }) => [status, faults])).toEqual([
      [0, [1]],
      [0, [2]],
    ]);
  });

  test('break after a number of bytes of the body have arrived', async () => {
    const { books, emulator } = open();
    books.list.cut(5);
    const response = await emulator.fetch(`${emulator.baseUrl}${list}`);
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect([response.status, new TextDecoder().decode(first?.value)]).toEqual([200, '{"kin']);
    await expect(reader?.read()).rejects.toMatchObject(broken);
  });

  test('do not break if the body is shorter', async () => {
    const { books, call } = open();
    books.list.cut(10_000);
    expect((await call(list)).body).toMatchObject({ items: [] });
  });

  test('can be slow: each piece arrives when the clock has advanced by the pause, or faults are cleared', async () => {
    const { books, emulator } = open();
    books.list.slow({ bytes: 5, every: 3_600_000 });
    const response = await emulator.fetch(`${emulator.baseUrl}${list}`);
    const reader = response.body?.getReader();
    const read = async (): Promise<string> => new TextDecoder().decode((await reader?.read())?.value);
    expect(await read()).toBe('{"kin');
    const second = read();
    await setImmediate();
    emulator.clock.advance(3_600_000);
    expect(await second).toBe('d":"s');
    const third = read();
    await setImmediate();
    emulator.faults.clear();
    expect(await third).toBe('helf#');
    await reader?.cancel();
  });

  test('can stall until the caller aborts, or faults are cleared', async () => {
    const { books, emulator } = open();
    books.list.stall();
    const control = new AbortController();
    const aborted = emulator.fetch(`${emulator.baseUrl}${list}`, { signal: control.signal });
    const cleared = emulator.fetch(`${emulator.baseUrl}${list}`);
    control.abort(new Error('no more'));
    await expect(aborted).rejects.toThrow('no more');
    emulator.faults.clear();
    await expect(cleared).rejects.toMatchObject(broken);
  });
});

describe('delays', () => {
  test('take real time', async () => {
    vi.useFakeTimers();
    try {
      const { books, call } = open();
      books.list.delay(5000);
      let answered = false;
      const response = call(list).then(() => (answered = true));
      await vi.advanceTimersByTimeAsync(4999);
      expect(answered).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      await response;
    } finally {
      vi.useRealTimers();
    }
  });

  test('end when the clock is advanced', async () => {
    const { books, call, emulator } = open();
    books.list.delay(1_000_000);
    const response = call(list);
    await vi.waitFor(() => expect(emulator.faults.list()[0]?.used).toBe(1));
    emulator.clock.advance(999_999);
    emulator.clock.advance(1);
    expect((await response).status).toBe(200);
  });

  test('end when the caller aborts', async () => {
    const { books, emulator } = open();
    books.list.delay(1_000_000);
    const signal = AbortSignal.timeout(1);
    await expect(emulator.fetch(`${emulator.baseUrl}${list}`, { signal })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });

  test('between two limits depend on the seed, and can be combined with an error', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const waits = async (seed: number): Promise<readonly unknown[]> => {
      timers.mockClear();
      const { books, call } = open({ seed });
      books.list.delay({ min: 1, max: 9 });
      books.list.fail('backendError');
      expect([(await call(list)).status, (await call(list)).status]).toEqual([503, 503]);
      return timers.mock.calls.map(([, time]) => time);
    };
    const first = await waits(1);
    expect(first).toHaveLength(2);
    expect(first.every((time) => Number(time) >= 1 && Number(time) <= 9)).toBe(true);
    expect(await waits(1)).toEqual(first);
    timers.mockRestore();
  });
});

describe('rules', () => {
  const wrong = readYaml<readonly { readonly message: string; readonly rule: FaultRule }[]>(
    new URL('wrong-rules.yaml', import.meta.url),
  );

  test.each(wrong)('$message', ({ message, rule }) => {
    const { emulator } = open();
    expect(() => emulator.faults.add(rule)).toThrow(new TypeError(message));
    expect(emulator.faults.list()).toEqual([]);
  });
});
