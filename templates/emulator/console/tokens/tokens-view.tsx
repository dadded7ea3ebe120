import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Button, change, CopyButton, Empty, Form, formatTime, TextField, useItems } from '../parts/index.js';
import type { ListedToken, NewTokens } from '../server/index.js';

/** The tokens that the emulator issued, and a form for a new one. */
export function TokensView(): VNode {
  const tokens = useItems<ListedToken>('/tokens') ?? [];
  return (
    <div class="page">
      <h2>New token</h2>
      <IssueForm />
      <h2>Tokens</h2>
      {tokens.length === 0 ? (
        <Empty
          title="No token was issued yet"
          about="Other tokens are accepted, too, unless the emulator was started with --auth strict."
        />
      ) : (
        <ul class="cards">{tokens.toReversed().map(TokenCard)}</ul>
      )}
    </div>
  );
}

function TokenCard({ id, kind, token, user, scopes, expiresAt, state }: ListedToken) {
  const revoke = () => change(`DELETE /tokens/${encodeURIComponent(id)}`, `Revoked a token of ${user}`);
  const isActive = state === 'active';
  return (
    <li key={id} class="card">
      <div class="bar">
        <b class="grow cut">{user}</b>
        <span class={`badge ${isActive ? 'good' : ''}`}>{state}</span>
      </div>
      <p>
        {kind}, ends in <code>{token}</code>
      </p>
      <p class="dim address">
        {scopes?.join(', ') ?? 'all scopes'}
        {expiresAt === undefined ? '' : `; until ${formatTime(expiresAt)}`}
      </p>
      <div class="bar">
        <Button kind="risky" onClick={revoke} disabled={!isActive} label={`Revoke ${kind} token of ${user}`}>
          Revoke
        </Button>
      </div>
    </li>
  );
}

const fields = [
  ['user', 'User', 'The user whose data it gives access to'],
  ['scopes', 'Scopes', 'Separated by spaces; empty: all'],
  ['seconds', 'Valid for', 'In seconds'],
] as const;

function IssueForm() {
  const [draft, set] = useState({ user: 'ada', scopes: '', seconds: '3600' });
  const [issued, show] = useState<NewTokens>();
  const issue = async () => {
    const { user, seconds } = draft;
    const scopes = draft.scopes.split(/[\s,]+/).filter(Boolean);
    const body = { user, expiresIn: Number(seconds), ...(scopes.length > 0 && { scopes }) };
    show((await change<NewTokens>('POST /tokens', `Issued tokens for ${user}`, body))?.data);
  };
  return (
    <Form class="card" action="Issue tokens" onSubmit={issue} isDisabled={draft.user === ''}>
      <div class="form">
        {fields.map(([name, label, about]) => (
          <TextField
            key={name}
            name={label}
            about={about}
            value={draft[name]}
            onChange={(text) => set({ ...draft, [name]: text })}
          />
        ))}
      </div>
      {issued && (
        <div class="bar">
          <span>They are not shown again:</span>
          <CopyButton text={() => issued.accessToken}>Copy access token</CopyButton>
          <CopyButton text={() => issued.refreshToken}>Copy refresh token</CopyButton>
        </div>
      )}
    </Form>
  );
}
