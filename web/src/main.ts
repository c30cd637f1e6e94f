import { mount } from 'svelte';

import App from './App.svelte';
import './style/tokens.css';
import './style/base.css';
import { followDialogs } from './ui/dialog-history';

const target = document.getElementById('app');
if (target) {
  target.replaceChildren(); // the static frame is no longer needed
  followDialogs();
  mount(App, { target });
}
