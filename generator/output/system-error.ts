/** What the operating system says when it refuses a call. */
export interface SystemError extends Error {
  /** `EACCES`, `ENOSPC`, … */
  readonly code: string;
}

/** Whether something thrown is the operating system's refusal, not a mistake of ours. */
export function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';
}
