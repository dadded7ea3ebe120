import { signal, type Signal } from '@preact/signals';
import type { VNode } from 'preact';
import { ask, AskError, changes, type ControlResponse } from '../server/index.js';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: 'done' | 'bad';
  /** Id of the change that can be undone. */
  readonly undo: string | null;
}

const toasts: Signal<readonly Toast[]> = signal([]);
let last = 0;

/** Shows a message for a while. */
export function say(text: string, { kind = 'done', undo = null }: Partial<Pick<Toast, 'kind' | 'undo'>> = {}): void {
  last += 1;
  const toast = { id: last, text, kind, undo };
  toasts.value = [...toasts.value.slice(-2), toast];
  setTimeout(() => dismiss(toast.id), undo === null ? 8000 : 16_000);
}

function dismiss(id: number) {
  toasts.value = toasts.value.filter((one) => one.id !== id);
}

/** Shows an error, or a message about a problem. */
export function sayError(error: unknown): void {
  say(error instanceof Error ? error.message : String(error), { kind: 'bad' });
}

/**
 * Requests a change, shows a message when it is done, and offers to undo it: `change('DELETE /faults', 'Removed all faults')`. If it
 * fails, shows the error and resolves to undefined.
 */
export async function change<Data>(
  operation: string,
  done: string | ((data: Data) => string),
  body?: unknown,
): Promise<ControlResponse<Data> | undefined> {
  try {
    const response = await ask<Data>(operation, body);
    say(typeof done === 'string' ? done : done(response.data), response);
    changes.value += 1;
    return response;
  } catch (error) {
    sayError(error);
    return undefined;
  }
}

async function revert({ id, text, undo }: Toast) {
  dismiss(id);
  try {
    await ask('POST /undo', { id: undo });
    say(`Undone: ${text}`);
  } catch (error) {
    sayError(error instanceof AskError && error.status === 404 ? new Error('This change was undone already.') : error);
  }
}

/** Undoes the last change that can be undone. */
export function undoLast(): void {
  const found = toasts.value.findLast(({ undo }) => undo !== null);
  if (!found) say('There is nothing to undo.');
  else void revert(found);
}

/** The messages. */
export function Toasts(): VNode {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map((toast) => (
        <div key={toast.id} class={`toast ${toast.kind}`}>
          <p class="grow">{toast.text}</p>
          {toast.undo !== null && (
            <button type="button" class="button plain undo" onClick={() => revert(toast)}>
              Undo
            </button>
          )}
          <button type="button" class="button plain icon" aria-label="Dismiss" onClick={() => dismiss(toast.id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
