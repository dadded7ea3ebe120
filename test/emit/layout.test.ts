import { describe, expect, test } from 'vitest';
import type { Shape } from 'speccast/emitter';
import { createLayout } from '../../generator/emit/layout.js';
import { api, member, model, operation, parameter } from './code/fixture.js';

const small: Shape = { kind: 'object', members: [member('a', { kind: 'string' })] };

describe('createLayout', () => {
  test('puts one resource into one module of each folder', () => {
    const thing = model('Thing', small);
    const list = operation('list');
    const given = api({ models: [thing], operations: [list] });
    const layout = createLayout(given);
    expect(layout.model(thing)).toEqual({ name: 'Thing', module: 'models/things' });
    expect(layout.modelById(thing.id)).toBe(thing);
    expect(layout.modelById('#/none')).toBeUndefined();
    expect(layout.validator(thing)).toEqual({ name: 'Thing', module: 'validators/things' });
    expect(layout.descriptor(list)).toEqual({ name: 'thingsListOperation', module: 'operations/things' });
    expect(layout.type(list, 'Params')).toEqual({ name: 'ThingsListParams', module: 'operations/things' });
    expect(layout.type(list, 'Response')).toEqual({ name: 'ThingsListResponse', module: 'operations/things' });
    expect(layout.method(list)).toEqual({ name: 'thingsList', module: 'client/things' });
    expect(layout.operationValidator(list, 'Response')).toEqual({
      name: 'thingsListResponse',
      module: 'validators/things',
    });
    expect(given.groups.map(layout.resource)).toEqual([{ name: 'ThingsResource', module: 'client/things' }]);
    expect(layout.mocks('ad-units', 'Plans')).toEqual({ name: 'adUnitsPlans', module: 'mocks/ad-units' });
    expect(given.groups.map(layout.controls)).toEqual([{ name: 'ThingsGroupControls', module: 'mocks/things' }]);
  });

  test('does so however long they are', () => {
    const members = Array.from({ length: 1000 }, (_, index) => member(`m${index}`, { kind: 'string' }));
    const models = ['Thing', 'UserAPIKey', 'Index'].map((name) => model(name, { kind: 'object', members }));
    const parameters = Array.from({ length: 1000 }, (_, index) => parameter(`p${index}`));
    const operations = ['list', 'insert'].map((name) => operation(name, { parameters, reasons: ['a', 'b'] }));
    const layout = createLayout(api({ models, operations }));
    expect(new Set(models.map((one) => layout.model(one).module))).toEqual(new Set(['models/things']));
    expect(new Set(models.map((one) => layout.validator(one).module))).toEqual(new Set(['validators/things']));
    const ofOperations = operations.flatMap((one) => [
      layout.type(one, 'Params'),
      layout.descriptor(one),
      layout.reason(one),
    ]);
    expect(new Set(ofOperations.map((symbol) => symbol?.module))).toEqual(new Set(['operations/things']));
  });
});
