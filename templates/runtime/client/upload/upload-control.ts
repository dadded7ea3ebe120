import type { UploadOptions, UploadProgress, UploadState } from '../options/option-types.js';

/** What those who watch an upload are told, by event. */
export interface UploadEvents {
  readonly progress: UploadProgress;
  readonly state: UploadState;
}

/** Called at an event; the upload waits for the promise that it may return. */
export type UploadListener<Name extends keyof UploadEvents> = (event: UploadEvents[Name]) => unknown;

/** Ties an upload that is in progress to the promise in its caller's hands. */
export interface UploadControl {
  /** The latest state. */
  state: UploadState | undefined;
  readonly on: <Name extends keyof UploadEvents>(name: Name, listener: UploadListener<Name>) => void;
  readonly hears: (name: keyof UploadEvents) => boolean;
  readonly tell: <Name extends keyof UploadEvents>(name: Name, event: UploadEvents[Name]) => Promise<void>;
  /** Stops what is in flight; resolves when nothing is. */
  readonly pause: () => Promise<void>;
  readonly resume: () => void;
  /** Waits while the upload is paused; a later pause calls `stop`. */
  readonly enter: (stop: () => void) => Promise<void>;
  /** The upload is over. */
  readonly leave: () => void;
}

/** Makes the control of one upload. */
export function createControl({ onProgress, onState }: UploadOptions): UploadControl {
  const listeners: { readonly [Name in keyof UploadEvents]: UploadListener<Name>[] } = {
    progress: onProgress ? [onProgress] : [],
    state: onState ? [onState] : [],
  };
  let paused: Promise<void> | undefined;
  let release: (() => void) | undefined;
  let stopStep: (() => void) | undefined;
  const parked: (() => void)[] = [];

  const leave = (): void => {
    stopStep = undefined;
    for (const tell of parked.splice(0)) tell();
  };

  return {
    state: undefined,
    on: (name, listener) => void listeners[name].push(listener),
    hears: (name) => listeners[name].length > 0,
    tell: async (name, event) => {
      // A listener may wait for the pause it asks for.
      leave();
      for (const listener of listeners[name]) await listener(event);
    },
    pause: async () => {
      paused ??= new Promise((resolve) => (release = resolve));
      if (stopStep === undefined) return;
      const stopped = new Promise<void>((resolve) => parked.push(resolve));
      stopStep();
      await stopped;
    },
    resume: () => {
      release?.();
      paused = undefined;
    },
    enter: async (stop) => {
      leave();
      for (let pause = paused; pause !== undefined; pause = paused) await pause;
      stopStep = stop;
    },
    leave,
  };
}
