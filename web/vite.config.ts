import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

import { courtArt } from './scripts/court-art.js';
import { frameFirst } from './scripts/frame-first.js';
import { shortMessages } from './scripts/short-messages.js';
import { worksOffline } from './scripts/works-offline.js';

const demo = process.env.VITE_DEMO === '1';

/**
 * In the demo, everybody goes from the start page to a table on this device. Hosts of plain files
 * seldom send many files at once, so each of the two pages is one script.
 */
const FEW_FILES = [
  { name: 'start', test: /\/src\/(main|demo-start|connection\/device)\.ts$/, priority: 2 },
  { name: 'table', test: /\/src\/table\/TablePage\.svelte$/, priority: 1 },
];

const server = 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [
    svelte(),
    courtArt(),
    paraglideVitePlugin({
      project: './project.inlang',
      outdir: './src/paraglide',
      strategy: ['baseLocale'],
    }),
    shortMessages(),
    frameFirst(),
    demo ? [] : worksOffline(),
  ],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: { output: demo ? { codeSplitting: { groups: FEW_FILES } } : {} },
  },
  server: {
    proxy: { '/api': server, '/ws': { target: server, ws: true } },
  },
});
