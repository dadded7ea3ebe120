/** Why a parameter cannot be decoded: `is given more than once`, at a path inside its value. */
export interface DecodeIssue {
  readonly message: string;
  readonly path: readonly string[];
}

/** Takes down an issue; decoding goes on. */
export type Report = (message: string, path?: readonly string[]) => void;

/** Decodes percent escapes; an escape that is broken, or is not UTF-8, is an issue. */
export function decodeEscapes(raw: string, report: Report, path?: readonly string[]): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    report('is not properly percent-encoded', path);
    return raw;
  }
}
