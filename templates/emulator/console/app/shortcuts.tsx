import { signal, type Signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button, Facts, undoLast } from '../parts/index.js';
import { go, health, plane } from '../server/index.js';
import { views } from './views.js';

/** True while the help is shown. */
export const helpIsOpen: Signal<boolean> = signal(false);

let isAfterG = false;

/** Handles a key: a shortcut, Escape, or Ctrl and S. */
export function handleKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, target, defaultPrevented } = event;
  if (defaultPrevented || altKey) return;
  if (key === 's' && (ctrlKey || metaKey)) {
    const button = document.querySelector<HTMLElement>('[data-save]');
    if (button) event.preventDefault();
    button?.click();
  } else if (metaKey) return;
  else if (key === 'Escape') escape(target);
  else if (!ctrlKey && !isTyping(target)) {
    const view = isAfterG && views.find((one) => one.key === key);
    const act = view ? () => go(view.name) : actions[key];
    isAfterG = false;
    if (act) event.preventDefault();
    act?.();
  }
}

/** Leaves a field, else closes what is open beside a list. */
function escape(target: EventTarget | null) {
  if (helpIsOpen.value) return;
  const sheet = document.querySelector('.sheet');
  if (isTyping(target) && sheet?.contains(target) !== false) return target.blur();
  if (sheet === null) return;
  sheet.querySelector<HTMLElement>('[aria-label="Close"]')?.click();
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.grid')?.focus());
}

const actions: Readonly<Record<string, () => unknown>> = {
  g: () => (isAfterG = true),
  '?': () => (helpIsOpen.value = true),
  u: undoLast,
  '/': () => document.querySelector<HTMLElement>('[data-search]')?.focus(),
};

function isTyping(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** Keys and their effects. */
const keys = [
  [['/'], 'search'],
  [['↑', '↓', 'Enter'], 'move in a list, open a row'],
  [['Esc'], 'leave a field, close the detail'],
  [['Ctrl', 'S'], 'save the row that is edited'],
  [['u'], 'undo the last change'],
  [['?'], 'this help'],
] as const;

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
        <Facts facts={all.map(([names, effect]) => [names.map((name) => <kbd>{name}</kbd>), effect])} />
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
