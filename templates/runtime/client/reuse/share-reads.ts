import { cloneData } from '../body/json-text.js';
import { type CallResponse, respondWith } from '../options/call-response.js';
import { openCallScope } from '../transport/call-scope.js';
import type { CallFeature } from '../options/options.js';
import { startFlight, type Flight } from '../options/flight.js';
import { detach, mapByClient, metaFor, requestKey } from './shared-call.js';

/**
 * Creates the option `shareReads`: identical `GET` calls that are in progress at the same time are sent once, and each caller gets a copy
 * of the data. A caller can abort without affecting the others. Downloads, streams and `asResponse()` are never shared.
 */
export function shareReads(): CallFeature {
  const findFlights = mapByClient<Flight<CallResponse<unknown>>>();

  return {
    around: async (call, next) => {
      if (!call.readsBody || call.asBytes || call.operation.method !== 'GET') return next(call);
      const scope = openCallScope(call);
      try {
        scope.check();
        const flights = findFlights(call);
        const key = requestKey(call, call.params);
        const joined = flights.get(key);
        const land = () => flights.delete(key);
        const flight = joined ?? startFlight((signal) => next(detach(call, signal)), land);
        flights.set(key, flight);
        const received = await flight.wait(scope);
        if (flight.callers === 1) return received;
        // A copy, because callers may change their data.
        const own = respondWith(received, () => received.read().then(cloneData));
        return { ...own, meta: metaFor(received.meta, !joined) };
      } finally {
        scope.close();
      }
    },
  };
}
