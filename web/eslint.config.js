import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { importX } from 'eslint-plugin-import-x';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['dist/', 'src/paraglide/', 'src/generated/', 'node_modules/'] },
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    languageOptions: {
      globals: { ...globals.browser },
      // For every file: a script that imports a component has to parse it, too.
      parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig },
    },
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [createTypeScriptImportResolver()],
      'import-x/parsers': {
        '@typescript-eslint/parser': ['.ts'],
        'svelte-eslint-parser': ['.svelte'],
      },
    },
    rules: {
      'import-x/no-cycle': 'error',
      'max-lines': ['error', { max: 300 }],
      'svelte/no-at-html-tags': 'error',
    },
  },
  {
    files: ['src/**'],
    ignores: ['src/connection/network.ts'],
    rules: { 'no-restricted-globals': ['error', 'fetch', 'WebSocket'] },
  },
  { files: ['scripts/**', '*.config.*'], languageOptions: { globals: { ...globals.node } } },
);
