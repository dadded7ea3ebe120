import { onTestFinished, vi } from 'vitest';

/** Replaces timers by fake ones until the end of the test; `vi.advanceTimersByTimeAsync` advances them. */
export function stopTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}
