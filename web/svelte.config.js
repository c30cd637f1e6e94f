import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    runes: true,
    // Every element of a component has its class. Short ones save half a kilobyte.
    cssHash: ({ hash, css }) => `s${hash(css).slice(-4)}`,
  },
};
