import { effect, signal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useErrorBoundary, useState } from 'preact/hooks';
import { Button, change, Empty, Form, formatTime, Icon, say, Select, TextField, Toasts } from '../parts/index.js';
import { clock, connection, entries, go, health, route, setToken, state, writeRoute } from '../server/index.js';
import { isShown, type View, views } from './views.js';
import { Help, helpIsOpen } from './shortcuts.js';

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

/** The bar at the top: service, world, time, and actions for all views. */
function TopBar() {
  const { service = 'Emulator', profile } = health.value ?? {};
  const reset = () =>
    change('POST /reset', 'Reset: state, time and faults are those of the start. The journal is empty.', {});
  return (
    <header class="top">
      <h1 class="grow">
        <span class="cut">{service}</span>
        {profile !== undefined && (
          <span
            class={`badge not-phone ${profile === 'documented' ? '' : 'warn'}`}
            title="Profile: how strict the emulator is"
          >
            {profile}
          </span>
        )}
      </h1>
      <Status />
      {clock.value !== undefined && (
        <time class="mono dim not-phone cut" title="Time of the emulator when it last sent it">
          {formatTime(clock.value)}
        </time>
      )}
      <WorldSelect />
      <Button onClick={reset} label="Reset the state" title="Reset to the start; can be undone">
        <Icon name="reset" />
        <span class="not-phone">Reset</span>
      </Button>
      <ThemeButton />
      <Button
        kind="plain"
        label="Keyboard and help"
        title="Keyboard and help (?)"
        onClick={() => (helpIsOpen.value = true)}
      >
        <Icon name="help" />
      </Button>
    </header>
  );
}

function Status() {
  const words = { opening: 'connecting', open: 'live', closed: 'offline', locked: 'locked' };
  const now = connection.value;
  return (
    <span class="badge" data-status={now} title="State of the connection to the emulator">
      {words[now]}
    </span>
  );
}

function WorldSelect() {
  const { query, view, parts } = route.value;
  const { world: current = '' } = query;
  const choose = (name: string) => {
    if (name === '~new') go('scenarios');
    else go(view, view === 'state' ? parts.slice(0, 1) : [], { world: name });
  };
  return (
    <Select
      label="World"
      value={current}
      options={[['', 'base world'], ...state.value.worlds, ['~new', 'New world…']]}
      onChange={choose}
    />
  );
}

const themeAt = 'speccast-theme';

/** The colours after those of a name: those of the system, light, dark. */
const next: Readonly<Record<string, string>> = { system: 'light', light: 'dark', dark: 'system' };

const kept = localStorage.getItem(themeAt) ?? '';

/** The chosen colours, which the browser stores. */
const theme = signal(Object.hasOwn(next, kept) ? kept : 'system');

effect(() => {
  localStorage.setItem(themeAt, theme.value);
  document.documentElement.dataset['theme'] = theme.value;
});

function ThemeButton() {
  const label = `Colours: ${theme.value}`;
  const choose = () => {
    theme.value = next[theme.value] ?? 'system';
    say(theme.value === 'system' ? 'Colours follow the system.' : `Colours are ${theme.value}.`);
  };
  return (
    <Button kind="plain" label={label} title={label} onClick={choose}>
      <Icon name="theme" />
    </Button>
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

/** Shows a view. If it fails, shows the error in its place, so that the rest of the console still works. */
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
      <p>The command of the emulator prints the token on stderr, in the URL of this console.</p>
      <TextField name="Control token" value={token} onChange={set} type="password" />
    </Form>
  );
}
