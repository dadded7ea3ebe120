import { describe, expect, test } from 'vitest';
import { Imports } from 'speccast/emitter';

const playlist = { name: 'Playlist', module: 'models/playlists' };

describe('Imports', () => {
  test('imports a symbol that is used, once', () => {
    const imports = new Imports('client/playlists');
    expect(imports.useType(playlist)).toBe('Playlist');
    expect(imports.useType(playlist)).toBe('Playlist');
    expect(imports.lines()).toEqual([{ ...playlist, typeOnly: true }]);
  });

  test('keeps a symbol type-only until one use needs its value', () => {
    const imports = new Imports('client/playlists');
    imports.useType(playlist);
    imports.use(playlist);
    imports.useType(playlist);
    expect(imports.lines()).toEqual([{ ...playlist, typeOnly: false }]);
  });

  test('does not import names that the file itself declares', () => {
    const imports = new Imports('models/playlists', ['Playlist']);
    expect(imports.useType(playlist)).toBe('Playlist');
    expect(imports.lines()).toEqual([]);
  });

  test('imports under an alias if the file declares the name', () => {
    const imports = new Imports('validators/playlists', ['Playlist']);
    expect(imports.useType(playlist)).toBe('PlaylistModel');
    expect(imports.lines()).toEqual([{ ...playlist, alias: 'PlaylistModel', typeOnly: true }]);
  });

  test('numbers the alias if it is taken, too', () => {
    const imports = new Imports('validators/playlists', ['Playlist', 'PlaylistModel', 'Playlist2']);
    expect(imports.useType(playlist)).toBe('Playlist3');
  });

  test('imports the second of two symbols of one name under an alias', () => {
    const imports = new Imports('client/playlists');
    imports.useType(playlist);
    expect(imports.use({ name: 'Playlist', module: 'validators/playlists' })).toBe('PlaylistValidator');
    expect(imports.use({ name: 'Playlist', module: 'elsewhere' })).toBe('PlaylistImport');
  });

  test('sorts by module, then by name, the same in every locale', () => {
    const imports = new Imports('x');
    for (const [module, name] of [
      ['b', 'z'],
      ['b', 'Z'],
      ['a', 'c'],
    ] as const)
      imports.use({ module, name });
    expect(imports.lines().map((line) => `${line.module} ${line.name}`)).toEqual(['a c', 'b Z', 'b z']);
  });

  test('rejects a name that is not an identifier', () => {
    expect(() => new Imports('x').use({ name: 'a, pwned', module: 'y' })).toThrow('Not an identifier: "a, pwned"');
  });
});
