import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { change } from '../app/toasts.js';
import { Button, CopyButton, Empty, TextField } from '../parts/controls.js';
import { formatTime } from '../parts/format.js';
import { useItems } from '../parts/use-loaded.js';
import { ask, segment } from '../server/ask.js';
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
  const { items: tokens, reload } = useItems<Token>('/tokens', [changes.value, entries.value.length]);
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
          {tokens.toReversed().map((one) => (
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
                {one.expiresAt === undefined ? '' : `; until ${formatTime(one.expiresAt)}`}
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

interface Issued {
  readonly accessToken: string;
  readonly refreshToken: string;
}

function IssueForm({ onIssued }: { readonly onIssued: () => void }): VNode {
  const [user, setUser] = useState('ada');
  const [scopes, setScopes] = useState('');
  const [seconds, setSeconds] = useState('3600');
  const [issued, show] = useState<Issued>();
  const issue = async (): Promise<void> => {
    const list = scopes.split(/[\s,]+/).filter((one) => one !== '');
    const body = { user, expiresIn: Number(seconds), ...(list.length > 0 && { scopes: list }) };
    show(await change(ask<Issued>('POST', '/tokens', body), `Issued tokens for ${user}`));
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
          <TextField key={name} name={name} about={about} value={value} onChange={set} />
        ))}
      </div>
      <div class="bar">
        <Button kind="main" onClick={() => void issue()} isDisabled={user === ''}>
          Issue tokens
        </Button>
        {issued !== undefined && (
          <>
            <span>They are shown nowhere again:</span>
            <CopyButton text={() => issued.accessToken}>Copy access token</CopyButton>
            <CopyButton text={() => issued.refreshToken}>Copy refresh token</CopyButton>
          </>
        )}
      </div>
    </div>
  );
}
