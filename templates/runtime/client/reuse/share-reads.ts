import { cloneData } from '../body/json-text.js';
import type { CallResponse } from '../options/call-response.js';
import { openCallScope } from '../transport/call-scope.js';
import { detach, metaFor, requestKey, startFlight, type Flight } from './flight.js';
import type { Settings, CallFeature } from '../options/options.js';

type Flights = Map<string, Flight<CallResponse<unknown>>>;

/**
 * For the option `shareReads`: identical reads of a client that are in progress at the same time are sent once, and each
 * caller gets data of its own. Whoever gives up leaves the others alone. Writes, downloads, streams and `asResponse()`
 * are never shared.
 */
export function shareReads(): CallFeature {
  // The settings stand for the client: its credentials, address and middleware are those of all its calls.
  const clients = new WeakMap<Settings, Flights>();

  return {
    around: async (call, next) => {
      if (!call.readsBody || call.asBytes || call.operation.method !== 'GET') return next(call);
      const scope = openCallScope(call);
      try {
        scope.check();
        const flights: Flights = clients.get(call.settings) ?? new Map();
        clients.set(call.settings, flights);
        const key = requestKey(call, call.params);
        let flight = flights.get(key);
        const pays = flight === undefined;
        if (flight === undefined) {
          const land = (): void => void (flights.get(key) === flight && flights.delete(key));
          flight = startFlight((signal) => next(detach(call, signal)), land);
          flights.set(key, flight);
        }
        return forCaller(await flight.wait(scope), { shared: flight.callers > 1, pays });
      } finally {
        scope.close();
      }
    },
  };
}

function forCaller(
  received: CallResponse<unknown>,
  { shared, pays }: { shared: boolean; pays: boolean },
): CallResponse<unknown> {
  if (!shared) return received;
  let data: Promise<unknown> | undefined;
  // What one caller does to its data must not be seen by another: the original goes to nobody.
  const read = (): Promise<unknown> => (data ??= received.read().then(cloneData));
  return { ...received, meta: metaFor(received.meta, pays), read };
}
