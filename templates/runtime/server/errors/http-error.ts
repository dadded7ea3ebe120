import type { Issue } from '../../validators/check/context.js';

/** Details of an error. */
export interface HttpErrorDetails {
  /** Parameter, header or path of the body that caused it. */
  readonly location?: string;
  readonly locationType?: 'parameter' | 'header' | 'body' | 'other';
  readonly headers?: Readonly<Record<string, string>>;
  /** Id of the violated rule, if status, reason and location do not identify it: `media/image/ratio`. */
  readonly rule?: string;
  /** The value that was sent. */
  readonly got?: string;
  /** The value that was expected, if the rule does not state it. */
  readonly want?: string;
  /** Advice on how to correct the request. */
  readonly fix?: string;
  /** Domain of the error, if it is not that of its reason. */
  readonly domain?: string;
}

/** Thrown to reject a request: `new HttpError(404, 'notFound', 'The pet was not found.')`. The body has the form that the spec declares. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly reason: string;
  readonly details: HttpErrorDetails;

  constructor(status: number, reason: string, message: string, details: HttpErrorDetails = {}) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.details = details;
  }

  /** Also recognizes errors of other copies of this package: `import` and `require()` may each load one. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return this === HttpError ? value instanceof Error && value.name === 'HttpError' : super[Symbol.hasInstance](value);
  }
}

/** Values of `error.status` in Google's envelope, by HTTP status. */
export const statusNames: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ALREADY_EXISTS',
  412: 'FAILED_PRECONDITION',
  429: 'RESOURCE_EXHAUSTED',
};

/** Creates an error (400) of the body. */
export function bodyError(reason: string, message: string, details: HttpErrorDetails = {}): HttpError {
  return new HttpError(400, reason, message, { locationType: 'body', ...details });
}

/** Creates an error of a header. */
export function headerError(status: number, reason: string, message: string, location: string): HttpError {
  return new HttpError(status, reason, message, { location, locationType: 'header' });
}

/** Creates the error (400) for issues of validators, at the location of the first one. */
export function issueError(issues: readonly Issue[], locationType: 'parameter' | 'body'): HttpError {
  const [first] = issues;
  const location = first?.path.join('.') ?? '';
  const invalid = locationType === 'body' ? 'invalidValue' : 'invalidParameter';
  const listed = issues.slice(0, 5).map(({ path, message }) => `${path.join('.')} ${message}`.trim());
  const message = issues.length < 2 ? (first?.message ?? 'is not valid') : listed.join('; ');
  const reason = first?.keyword === 'required' ? 'required' : invalid;
  return new HttpError(400, reason, message, { locationType, ...(location !== '' && { location }) });
}
