import { mount } from 'svelte';

import App from './App.svelte';
import { DEMO } from './demo';
import './style/tokens.css';
import './style/base.css';
import { followDialogs } from './ui/dialog-history';

const target = document.getElementById('app');
if (target) {
  target.replaceChildren(); // the static frame is no longer needed
  if (DEMO) void import('./demo-start').then(({ startDemo }) => startDemo());
  followDialogs();
  mount(App, { target });
}
