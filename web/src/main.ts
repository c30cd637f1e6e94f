import { mount } from 'svelte';

import App from './App.svelte';
import './style/tokens.css';
import './style/base.css';

const target = document.getElementById('app');
if (target) {
  target.replaceChildren(); // the frame of the page has done its service
  mount(App, { target });
}

// What opens the page without a net is fetched once nobody waits for anything else.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => {
    navigator.serviceWorker.register('/sw.js').catch(() => undefined); // then it needs the net
  });
}
