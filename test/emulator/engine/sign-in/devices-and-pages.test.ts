import { withControl } from '@speccast/emulator/control';
import { beforeEach, describe, expect, test } from 'vitest';
import { Caller, openShelfWithSignIn, type Received, request } from './signing-in.js';

let caller: Caller;
beforeEach(() => {
  caller = new Caller(openShelfWithSignIn({ auth: 'strict', now: () => 1e12 }));
});

describe('the page', () => {
  const page = (changes: Record<string, string | undefined> = {}): Promise<Received> =>
    caller.authorize({ prompt: undefined, ...changes });
  const decide = (fields: Record<string, string> | [string, string][]): Promise<Received> =>
    caller.post('/o/auth', [...Object.entries({ ...request, prompt: 'login' }), ...Object.entries(fields)]);

  test('names the client and the scopes with their descriptions, and has labels for all fields', async () => {
    const { status, text } = await page();
    expect([status, text.match(/<h1>.*<\/h1>/)?.[0]]).toEqual([200, '<h1>Sign in to shelf</h1>']);
    expect(text).toContain('<strong>app</strong>');
    expect(text).toContain('name="granted" value="read" checked> See your books.<small>read</small>');
    expect(text).toContain('name="user" value="ann" checked> ann');
    expect(text).toMatch(/<label for="other_user">Somebody else<\/label>\s*<input type="text" id="other_user"/);
    expect(text).toContain('<html lang="en">');
  });

  test('offers the users of the options, and those who signed in before', async () => {
    caller = new Caller(openShelfWithSignIn({ signIn: { users: { eve: {}, '<b>': {} } } }));
    caller.emulator.tokens.issue({ user: 'zoe' });
    const { text } = await page({ login_hint: undefined });
    const users = [...text.matchAll(/name="user" value="([^"]*)"/g)].map(([, user]) => user);
    expect(users).toEqual(['eve', '&lt;b&gt;', 'zoe', 'user@example.com']);
  });

  test('sends back what was decided', async () => {
    const allowed = await decide({ decision: 'allow', user: 'ann', other_user: ' eve ', granted: 'read' });
    const location = new URL(allowed.headers.get('location') ?? '');
    expect([allowed.status, location.searchParams.get('state')]).toEqual([303, 'x y&z']);
    const { body } = await caller.token({ code: location.searchParams.get('code') ?? '' });
    expect([body['scope'], caller.emulator.tokens.list()[0]?.user]).toEqual(['read', 'eve']);
    const denied = await decide({ decision: 'deny' });
    expect(new URL(denied.headers.get('location') ?? '').searchParams.get('error')).toBe('access_denied');
  });

  test('asks again after a decision that makes no sense', async () => {
    for (const fields of [{ decision: 'allow' }, { decision: 'maybe' }, { decision: 'allow', user: 'x'.repeat(256) }]) {
      const { status, text, headers } = await decide(fields);
      expect([status, headers.get('location'), text.includes('role="alert"')]).toEqual([400, null, true]);
    }
    expect((await decide({})).status).toBe(200);
  });

  test('a form that is none, or is too long, is a page, too', async () => {
    const send = (init: RequestInit): Promise<Received> => caller.send('/o/auth', { method: 'POST', ...init });
    const json = await send({ body: '{}', headers: { 'content-type': 'application/json' } });
    const long = await send({ body: new URLSearchParams({ state: 'x'.repeat(70_000) }) });
    expect([json.status, json.text.includes('<h1>'), long.status]).toEqual([400, true, 413]);
  });

  test('may send forms under the control plane, which other pages may not', async () => {
    const { fetch } = withControl(caller.emulator);
    const get = async (path: string): Promise<string | null> =>
      (await fetch(new Request(`http://127.0.0.1${path}`))).headers.get('content-security-policy');
    const address = `/o/auth?${new URLSearchParams({ ...request, prompt: 'login' })}`;
    expect(await get(address)).toMatch(/form-action 'self' http:\/\/127\.0\.0\.1:5005; frame-ancestors 'none'/);
    expect(await get('/v1/books?shelfId=old&key=k')).toBe('sandbox');
  });
});
