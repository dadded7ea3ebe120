import type { UploadOptions, UploadProgress, UploadState } from '../options/option-types.js';

/** The values that listeners of an upload get, by event. */
export interface UploadEvents {
  readonly progress: UploadProgress;
  readonly state: UploadState;
}

/** Called at an event; the upload waits for the promise that it may return. */
export type UploadListener<Name extends keyof UploadEvents> = (event: UploadEvents[Name]) => unknown;

/** Listeners of an upload, by event. */
type UploadListeners = { readonly [Name in keyof UploadEvents]: UploadListener<Name>[] };

/** Ties an upload that is in progress to the promise in its caller's hands. */
export interface UploadControl {
  /** The latest state. */
  state: UploadState | undefined;
  readonly listeners: UploadListeners;
  /** Reports the latest state; at the end only its progress. */
  readonly report: (isOver: boolean) => Promise<void>;
  /** Stops the request in flight; resolves when there is none. */
  readonly pause: () => Promise<void>;
  readonly resume: () => void;
  /** Waits while the upload is paused; a later pause calls `stop`. */
  readonly enter: (stop: () => void) => Promise<void>;
  /** Ends the step that was entered. */
  readonly leave: () => void;
}

/** Makes the control of one upload. */
export function createControl({ onProgress, onState }: UploadOptions): UploadControl {
  const listeners: UploadListeners = {
    progress: onProgress ? [onProgress] : [],
    state: onState ? [onState] : [],
  };
  let paused: Promise<void> | undefined;
  let release: (() => void) | undefined;
  let stopStep: (() => void) | undefined;
  let left: Promise<void> | undefined;
  let markLeft: (() => void) | undefined;

  const leave = () => {
    stopStep = undefined;
    markLeft?.();
  };

  const control: UploadControl = {
    state: undefined,
    listeners,
    report: async (isOver) => {
      const { state } = control;
      if (!state) return;
      // A listener may wait for the pause it asks for.
      leave();
      if (!isOver) for (const listener of listeners.state) await listener(state);
      for (const listener of listeners.progress) await listener({ sent: state.sent, total: state.total });
    },
    pause: async () => {
      paused ??= new Promise((resolve) => (release = resolve));
      stopStep?.();
      await left;
    },
    resume: () => {
      release?.();
      paused = undefined;
    },
    enter: async (stop) => {
      leave();
      for (let pause = paused; pause; pause = paused) await pause;
      stopStep = stop;
      left = new Promise((resolve) => (markLeft = resolve));
    },
    leave,
  };
  return control;
}
