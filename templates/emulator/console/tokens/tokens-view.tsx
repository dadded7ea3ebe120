import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { change } from '../app/toasts.js';
import { Button, CopyButton, Empty, Field } from '../parts/controls.js';
import { isoOf } from '../parts/format.js';
import { useLoaded } from '../parts/use-loaded.js';
import { ask, get, segment } from '../server/ask.js';
import { changes, entries } from '../server/live.js';

interface Token {
  readonly id: string;
  readonly kind: string;
  /** Its last characters. */
  readonly token: string;
  readonly user: string;
  readonly clientId?: string;
  readonly scopes?: readonly string[];
  readonly expiresAt?: number;
  readonly state: string;
}

/** The tokens that the emulator issued, and a form for a new one. */
export function TokensView(): VNode {
  const { data, reload } = useLoaded(
    () => get<{ readonly items: readonly Token[] }>('/tokens'),
    [changes.value, entries.value.length],
  );
  const tokens = (data?.items ?? []).toReversed();
  const revoke = ({ id, user }: Token): void =>
    void change(ask('DELETE', `/tokens/${segment(id)}`), `Revoked a token of ${user}`).then(reload);
  return (
    <div class="page">
      <h2>New token</h2>
      <IssueForm onIssued={reload} />
      <h2>Tokens</h2>
      {tokens.length === 0 ? (
        <Empty title="No token was issued yet">
          <p>Any other token is taken, too, unless the emulator was started with --auth strict.</p>
        </Empty>
      ) : (
        <ul class="cards">
          {tokens.map((one) => (
            <li key={one.id} class="card">
              <div class="bar">
                <b class="grow cut">{one.user}</b>
                <span class={`badge ${one.state === 'active' ? 'good' : ''}`}>{one.state}</span>
              </div>
              <p>
                {one.kind}, ends in <code>{one.token}</code>
              </p>
              <p class="dim address">
                {one.scopes === undefined ? 'all scopes' : one.scopes.join(', ')}
                {one.expiresAt === undefined ? '' : `; until ${isoOf(one.expiresAt)}`}
              </p>
              <div class="bar">
                <Button
                  kind="risky"
                  onClick={() => revoke(one)}
                  isDisabled={one.state !== 'active'}
                  label={`Revoke ${one.kind} token of ${one.user}`}
                >
                  Revoke
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function IssueForm({ onIssued }: { readonly onIssued: () => void }): VNode {
  const [user, setUser] = useState('ada');
  const [scopes, setScopes] = useState('');
  const [seconds, setSeconds] = useState('3600');
  const [issued, show] = useState<{ readonly accessToken: string; readonly refreshToken: string }>();
  const issue = async (): Promise<void> => {
    const wanted = scopes.split(/[\s,]+/).filter((one) => one !== '');
    const body = { user, expiresIn: Number(seconds), ...(wanted.length === 0 ? {} : { scopes: wanted }) };
    show(
      await change(
        ask<{ readonly accessToken: string; readonly refreshToken: string }>('POST', '/tokens', body),
        `Issued tokens for ${user}`,
      ),
    );
    onIssued();
  };
  const fields = [
    ['User', user, setUser, 'Whose data it gives access to'],
    ['Scopes', scopes, setScopes, 'With spaces between them; empty: all'],
    ['Valid for', seconds, setSeconds, 'In seconds'],
  ] as const;
  return (
    <div class="card">
      <div class="form">
        {fields.map(([name, value, set, about]) => (
          <Field key={name} name={name} about={about}>
            {(ids) => (
              <input
                {...ids}
                class="input"
                autocomplete="off"
                value={value}
                onInput={({ currentTarget }) => set(currentTarget.value)}
              />
            )}
          </Field>
        ))}
      </div>
      <div class="bar">
        <Button kind="main" onClick={() => void issue()} isDisabled={user === ''}>
          Issue tokens
        </Button>
        {issued !== undefined && <Issued {...issued} />}
      </div>
    </div>
  );
}

function Issued({ accessToken, refreshToken }: { readonly accessToken: string; readonly refreshToken: string }): VNode {
  return (
    <>
      <span>They are shown nowhere again:</span>
      <CopyButton text={() => accessToken}>Copy access token</CopyButton>
      <CopyButton text={() => refreshToken}>Copy refresh token</CopyButton>
    </>
  );
}
