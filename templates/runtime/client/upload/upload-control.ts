import type { UploadOptions, UploadProgress, UploadState } from '../options/option-types.js';

/** The argument of listeners of an upload, by event. */
export interface UploadEvents {
  readonly progress: UploadProgress;
  readonly state: UploadState;
}

/** A listener of an event. If it returns a promise, the upload waits for it. */
export type UploadListener<Name extends keyof UploadEvents> = (event: UploadEvents[Name]) => unknown;

/** Listeners of an upload, by event. */
type UploadListeners = { readonly [Name in keyof UploadEvents]: UploadListener<Name>[] };

/** The connection between an `Upload` object, which pauses and listens, and the code that sends the chunks. */
export interface UploadControl {
  /** The latest state. */
  state: UploadState | undefined;
  readonly listeners: UploadListeners;
  /** Calls the listeners with the latest state; at the end only those of `progress`. */
  readonly report: (isOver: boolean) => Promise<void>;
  /** Pauses the upload; resolves when its current request has ended. */
  readonly pause: () => Promise<void>;
  readonly resume: () => void;
  /** Starts a step: waits while the upload is paused. A pause during the step calls `stop`. */
  readonly enter: (stop: () => void) => Promise<void>;
  /** Ends the step. */
  readonly leave: () => void;
}

/** Creates the control of one upload. */
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
      // Ends the step first, because a listener may call and await `pause`.
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
