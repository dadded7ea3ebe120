import { signal, type Signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../parts/controls.js';
import { Facts } from '../parts/facts.js';
import { plane } from '../server/ask.js';
import { health } from '../server/live.js';
import { filterBy, go, openPart, route } from './route.js';
import { undoLast } from './toasts.js';
import { views } from './views.js';

/** True while the help is shown. */
export const helpIsOpen: Signal<boolean> = signal(false);

let isAfterG = false;

/** Listens to the keyboard. Returns a function that stops it. */
export function followKeys(): () => void {
  const listen = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') escape(event);
    else if (event.ctrlKey || isTyping(event.target)) return;
    else handle(event);
  };
  document.addEventListener('keydown', listen);
  return () => document.removeEventListener('keydown', listen);
}

/** Leaves a field, else closes what is open beside a list. */
function escape(event: KeyboardEvent): void {
  if (helpIsOpen.value) return;
  const sheet = document.querySelector('.sheet');
  if (isTyping(event.target) && event.target instanceof HTMLElement && sheet?.contains(event.target) !== false) {
    event.target.blur();
    return;
  }
  if (sheet === null) return;
  const { query, parts } = route.value;
  if (query.new !== undefined) return filterBy({ new: '', from: '' });
  if (parts.length === 0) return;
  openPart(...parts.slice(0, -1));
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.grid')?.focus());
}

function handle(event: KeyboardEvent): void {
  const view = isAfterG ? views.find(({ key }) => key === event.key) : undefined;
  isAfterG = false;
  if (view !== undefined) go(view.name);
  else if (event.key === 'g') isAfterG = true;
  else if (event.key === '?') helpIsOpen.value = true;
  else if (event.key === 'u') undoLast();
  else if (event.key === '/') document.querySelector<HTMLElement>('[data-search]')?.focus();
  else return;
  event.preventDefault();
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

const keys: readonly (readonly [keys: readonly string[], effect: string])[] = [
  [['/'], 'search'],
  [['↑', '↓', 'Enter'], 'move in a list, open a row'],
  [['Esc'], 'leave a field, close the detail'],
  [['Ctrl', 'S'], 'save the row that is edited'],
  [['u'], 'undo the last change'],
  [['?'], 'this help'],
];

/** The shortcuts, in a dialog. */
export function Help(): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = helpIsOpen.value;
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  const { service = 'a service', profile = 'documented' } = health.value ?? {};
  const all = [...views.map(({ key, title }) => [['g', key], title] as const), ...keys];
  return (
    <dialog ref={dialog} aria-labelledby="help-title" onClose={() => (helpIsOpen.value = false)}>
      <div class="stack">
        <h2 id="help-title">Keyboard</h2>
        <Facts
          facts={all.map(([names, effect]) => [
            names.map((name) => (
              <>
                <kbd>{name}</kbd>{' '}
              </>
            )),
            effect,
          ])}
        />
        <p>
          The emulator plays {service} in the profile <b>{profile}</b>, which says how strict it is.
        </p>
        <p class="dim">
          The address of a view holds what is open and how it is filtered: copy it to share what you see. The control
          plane is described in <a href={`${plane}/__mock/openapi.json`}>openapi.json</a>.
        </p>
        <div class="bar">
          <Button onClick={() => (helpIsOpen.value = false)}>Close</Button>
        </div>
      </div>
    </dialog>
  );
}
