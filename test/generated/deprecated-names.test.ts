import type { DocumentedAnswer, DocumentedResponse, EmptyAnswer, EmptyResponse } from '@speccast/emulator';
import type { AccessTokenAnswer, AccessTokenResult, StoredAnswer, StoredResponse } from '@speccast/video-platform';
import { Video } from '@speccast/video-platform/validators';
import { placeOf } from '@speccast/video-platform/validators/places';
import { findPosition } from '@speccast/video-platform/validators/positions';
import { compileValidators } from 'speccast';
import * as emitter from 'speccast/emitter';
import { expect, expectTypeOf, test } from 'vitest';

test('the type names of 0.1 are aliases', () => {
  expectTypeOf<AccessTokenAnswer>().toEqualTypeOf<AccessTokenResult>();
  expectTypeOf<StoredAnswer>().toEqualTypeOf<StoredResponse>();
  expectTypeOf<DocumentedAnswer<200, string>>().toEqualTypeOf<DocumentedResponse<200, string>>();
  expectTypeOf<EmptyAnswer<204>>().toEqualTypeOf<EmptyResponse<204>>();
});

test('`placeOf` of `./validators/places` finds the position that `findPosition` finds', () => {
  const [issue] = Video.check({ snippet: 3 });
  if (issue === undefined) throw new Error('There is no issue');
  expect(placeOf(issue)).toMatchObject({ file: 'openapi.json', line: expect.any(Number) });
  expect(placeOf(issue)).toEqual(findPosition(issue));
});

test('the option `places` of `compileValidators` is the option `positions`', async () => {
  const text = '{"schemas": {"Size": {"type": "integer"}}}';
  const { code } = await compileValidators({ text, places: true });
  expect(code).toContain('withPositions');
  expect(code).toEqual((await compileValidators({ text, positions: true })).code);
});

test('the function names of `speccast/emitter` are aliases', () => {
  expect(emitter.nameOfMember).toBe(emitter.readMemberName);
  expect(emitter.ofCodecs).toBe(emitter.codecSymbol);
  expect(emitter.tableOf).toBe(emitter.printTableRows);
});
