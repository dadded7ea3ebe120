import type { Recording } from './recording.js';

/** Returns the fingerprint of a credential: too short to find the credential by it. */
export type Fingerprint = (salt: string, credential: string) => string;

/** Finds the callers of a recording by their credentials. */
export class RecordedCallers {
  readonly #recording: Recording;
  readonly #fingerprint: Fingerprint;
  readonly #known = new Map<string, string | undefined>();
  /** Callers that no unknown credential has taken so far, in the order of their first calls. */
  readonly #free: string[];
  #isRecognized = false;

  constructor(recording: Recording, fingerprint: Fingerprint) {
    this.#recording = recording;
    this.#fingerprint = fingerprint;
    const callers = recording.calls.flatMap(({ caller }) => caller.split('+'));
    this.#free = [...new Set(callers)].filter((caller) => caller !== '');
  }

  /**
   * Returns the text that replaces a credential in the recording; undefined for a stranger. Credentials that were not recorded
   * count as the recorded ones in the order of their first use, until a recorded one is used: then they are strangers.
   */
  find(credential: string): string | undefined {
    if (this.#known.has(credential)) return this.#known.get(credential);
    const { callers, salt } = this.#recording;
    const fingerprint = this.#fingerprint(salt, credential);
    const recorded = Object.hasOwn(callers, credential)
      ? credential
      : Object.keys(callers).find((name) => callers[name] === fingerprint);
    if (recorded !== undefined) this.#isRecognized = true;
    const result = recorded ?? (this.#isRecognized ? undefined : this.#free.shift());
    this.#known.set(credential, result);
    return result;
  }
}
