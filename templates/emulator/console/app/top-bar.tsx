import { effect, signal } from '@preact/signals';
import type { VNode } from 'preact';
import { Button, change, formatTime, Icon, say, Select } from '../parts/index.js';
import { clock, connection, go, health, route, state } from '../server/index.js';
import { helpIsOpen } from './shortcuts.js';

/** The bar at the top: service, world, time, and actions for all views. */
export function TopBar(): VNode {
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
        <time class="mono dim not-phone cut" title="Time of the emulator when it last told it">
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
    <span class="badge" data-status={now} title="Whether changes arrive as they happen">
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
      options={[['', 'base world'], ...state.value.worlds.map((name) => [name, name] as const), ['~new', 'New world…']]}
      onChange={choose}
    />
  );
}

const themeAt = 'speccast-theme';

/** The colours after those of a name: those of the system, light, dark. */
const next: Readonly<Record<string, string>> = { system: 'light', light: 'dark', dark: 'system' };

const kept = localStorage.getItem(themeAt) ?? '';

/** The chosen colours, which are remembered. */
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
