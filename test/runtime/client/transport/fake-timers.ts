import { onTestFinished, vi } from 'vitest';

/** Stops timers until a test advances them by `vi.advanceTimersByTimeAsync`; they are real again after the test. */
export function stopTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}
