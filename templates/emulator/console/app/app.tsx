import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useErrorBoundary, useState } from 'preact/hooks';
import { Button, Empty, Form, Icon, TextField, Toasts } from '../parts/index.js';
import { connection, entries, health, route, setToken, state, writeRoute } from '../server/index.js';
import { isShown, type View, views } from './views.js';
import { Help } from './shortcuts.js';
import { TopBar } from './top-bar.js';

/** The console. */
export function App(): VNode {
  const { view: name } = route.value;
  const view = views.find((one) => one.name === name) ?? views[0];
  useEffect(() => {
    document.title = `${view?.title ?? 'Emulator'} · ${health.value?.service ?? 'emulator'}`;
  }, [view, health.value]);
  return (
    <div class="shell">
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          document.querySelector<HTMLElement>('#main')?.focus();
        }}
      >
        To the content
      </a>
      <TopBar />
      <Rail current={view} />
      <main class="main" id="main" tabIndex={-1}>
        {connection.value === 'closed' && (
          <p class="offline" role="alert">
            The emulator does not respond. What you see may be old; the console connects again by itself, and keeps what
            you are editing.
          </p>
        )}
        {connection.value === 'locked' ? (
          <TokenForm />
        ) : (
          view !== undefined && <Guarded key={`${view.name} ${route.value.query.world ?? ''}`} show={view.show} />
        )}
      </main>
      <Toasts />
      <Help />
    </div>
  );
}

function Rail({ current }: { readonly current: View | undefined }) {
  const requests = entries.value.length;
  const counts: Readonly<Record<string, ComponentChildren>> = {
    journal: requests > 9999 ? `${Math.floor(requests / 1000)}k` : requests,
    faults: state.value.faults.length,
  };
  return (
    <nav class="rail" aria-label="Views">
      <ul>
        {views.filter(isShown).map(({ name, title }) => (
          <li key={name}>
            <a href={writeRoute(name)} aria-current={name === current?.name && 'page'}>
              <Icon name={name} />
              {title}
              {Boolean(counts[name]) && <span class="badge">{counts[name]}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A view whose errors do not stop the console. */
function Guarded({ show: Shown }: Pick<View, 'show'>) {
  const [error, reset] = useErrorBoundary();
  if (error === undefined) return <Shown />;
  return (
    <Empty title="This view failed">
      <p>{error instanceof Error ? error.message : String(error)}</p>
      <Button onClick={reset}>Show it again</Button>
    </Empty>
  );
}

/** Asks for the token of the control plane. */
function TokenForm() {
  const [token, set] = useState('');
  const enter = () => {
    setToken(token.trim());
    location.reload();
  };
  return (
    <Form class="page" action="Open the console" onSubmit={enter} isDisabled={token.trim() === ''}>
      <h2>This emulator has a control token</h2>
      <p>Its command prints the token on stderr, as a part of the address of this console.</p>
      <TextField name="Control token" value={token} onChange={set} type="password" />
    </Form>
  );
}
