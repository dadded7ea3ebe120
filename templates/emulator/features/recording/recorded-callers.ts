import type { Recording } from './recording.js';

/** Makes the fingerprint of a credential: too short to find the credential by it. */
export type Fingerprint = (salt: string, credential: string) => string;

/** Finds out which caller of a recording a credential belongs to. */
export class RecordedCallers {
  readonly #recording: Recording;
  readonly #fingerprint: Fingerprint;
  readonly #known = new Map<string, string | undefined>();
  /** Callers in the order of their first calls. */
  readonly #order: readonly string[];
  #isRecognized = false;
  #claimed = 0;

  constructor(recording: Recording, fingerprint: Fingerprint) {
    this.#recording = recording;
    this.#fingerprint = fingerprint;
    this.#order = [...new Set(recording.calls.flatMap(({ caller }) => caller.split('+')))].filter((one) => one !== '');
  }

  /**
   * What replaces the credential in the recording. Credentials that were not recorded count as those of the recording in the
   * order of their first use, unless one of the recorded ones was seen: then they are strangers. Undefined for a stranger.
   */
  find(credential: string): string | undefined {
    if (this.#known.has(credential)) return this.#known.get(credential);
    const found = this.#recognized(credential);
    if (found !== undefined) this.#isRecognized = true;
    const result = found ?? (this.#isRecognized ? undefined : this.#order[this.#claimed++]);
    this.#known.set(credential, result);
    return result;
  }

  #recognized(credential: string): string | undefined {
    const { callers, salt } = this.#recording;
    if (Object.hasOwn(callers, credential)) return credential;
    const wanted = this.#fingerprint(salt, credential);
    return Object.entries(callers).find(([, fingerprint]) => fingerprint === wanted)?.[0];
  }
}
